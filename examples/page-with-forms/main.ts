// A small shop whose page shows a form in each of its six places, and the reference server behind it. In the checkout:
//
//   node --conditions=trickle-source examples/page-with-forms/main.ts
//
// Then open the page, submit a form, and see who has come: the second address that it prints.
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '@trickle/mock-server';

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');

const server = await createServer({ seed: JSON.parse(await read('./seed.json')) });
const host = await server.listen({ port: Number(process.env.SCRIPT_PORT ?? '4100') });
const page = (await read('./page.html')).replaceAll('{{host}}', host);

const shop = createHttpServer(async ({ url }, response) => {
  if (url !== '/submissions') {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
    return;
  }
  const submissions = await server.formSubmissions();
  response.setHeader('content-type', 'application/json').end(JSON.stringify(submissions, null, 2));
});
shop.listen(Number(process.env.PORT ?? '3000'), () => {
  const { port } = shop.address() as AddressInfo; // it listens on a port, not on a pipe
  console.log(`Shop:        http://localhost:${port}/`);
  console.log(`Submissions: http://localhost:${port}/submissions`);
  console.log(`Subscribers: curl -u trickle_demo_token: ${host}/v2/9999999/subscribers`);
});
