/**
 * How soon the server is there: `createServer()` in-process, and the CLI from spawn to its first answer beside a
 * bare `node -e` HTTP server. Run with nothing else going on: `npm run bench:startup`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from '@trickle/mock-server';

const ROUNDS = 30;

const inProcess: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const start = performance.now();
  const server = await createServer();
  inProcess.push(performance.now() - start);
  await server.close();
}

const bareCode = `require('http').createServer((q, s) => s.end('{}')).listen(0, '127.0.0.1', function () {
  console.log(JSON.stringify({ url: 'http://127.0.0.1:' + this.address().port })) })`;
const bin = new URL('../packages/mock-server/bin/trickle-server.js', import.meta.url).pathname;
const bare: number[] = [];
const cli: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  bare.push(await firstAnswer(['-e', bareCode]));
  cli.push(await firstAnswer([bin, '--port', '0', '--json']));
}

console.log(`median of ${ROUNDS} rounds, Node ${process.version}
createServer() in-process, ready            ${median(inProcess).toFixed(1)} ms
bare node -e HTTP server, first answer      ${median(bare).toFixed(0)} ms
trickle-server (from source), first answer  ${median(cli).toFixed(0)} ms  (${(median(cli) / median(bare)).toFixed(2)} x bare)`);

/** Milliseconds from spawning a server, which prints its URL as JSON, to the end of its first answer. */
async function firstAnswer(args: readonly string[]): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const { url } = JSON.parse(line) as { url: string };
  const response = await fetch(`${url}/v2/user`, {
    headers: { authorization: `Basic ${btoa('trickle_demo_token:')}` },
  });
  await response.text();
  const time = performance.now() - start;
  child.kill();
  await once(child, 'exit');
  return time;
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
