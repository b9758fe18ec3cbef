/** `npm start`: runs the reference server with demo data and a demo page, and a short tour with the SDK. */
import { readFile } from 'node:fs/promises';
import { styleText } from 'node:util';
import { createServer, type Server } from '@trickle/mock-server';
import { tour } from './tour.ts';

const PORT = 4100;

const seed = JSON.parse(await readFile(new URL('../../examples/demo-seed.json', import.meta.url), 'utf8'));
const server = await createServer({ seed });
const url = await listen(server);

console.log(`
${styleText('bold', 'The Trickle reference server is running.')}

  URL        ${url}
  Account    9999999
  Token      trickle_demo_token
  Demo page  ${url}/demo
  Reference  ${url}/docs
`);
const script = fetch(`${url}/9999999.js`); // the page script is built on first use
await tour(url);
await (await script).text();

if (process.argv.includes('--once')) {
  await server.close();
} else {
  console.log(`The server keeps running at ${url}. Demo page: ${url}/demo. Press Ctrl-C to stop.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
}

/** The usual port, or a free one if it is in use. */
async function listen(server: Server): Promise<string> {
  try {
    return await server.listen({ port: PORT });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    console.log(`Port ${PORT} is in use, so another one is taken.`);
    return server.listen();
  }
}
