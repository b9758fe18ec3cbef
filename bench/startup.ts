/**
 * How fast the server starts: in a program, from the import to the end of the first response, compared with emulate;
 * and on the command line, from the start of the process, compared with a bare HTTP server. Each run
 * is a fresh process. Run it after a build on an idle machine: `npm run bench -- startup`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PackedProject } from '../scripts/verify/packed-project.ts';
import { median, readSettings, titleOf } from './harness.ts';
import { installPeers } from './install-peers.ts';
import { report } from './report/result.ts';
import { table } from './report/table.ts';

const settings = readSettings({ rounds: 30 });

installPeers();
using project = new PackedProject();
for (const name of ['sdk', 'browser-script', 'mock-server']) {
  project.install(join(import.meta.dirname, '../packages', name));
}

/** A program that prints the duration of its work in milliseconds, including imports. */
const timed = (work: string) => `const begin = performance.now();
${work}
console.log(performance.now() - begin);
process.exit();`;

project.write(
  'ours.mjs',
  timed(`const { createServer } = await import('@trickle/mock-server');
const server = await createServer();
const { baseUrl, apiKey, fetch } = server.connection;
await (await fetch(baseUrl + '/v2/user', { headers: { authorization: 'Basic ' + btoa(apiKey + ':') } })).text();`),
);
project.write(
  'again.mjs',
  `const { createServer } = await import('@trickle/mock-server');
const times = [];
for (let i = 0; i < 30; i++) {
  const begin = performance.now();
  const server = await createServer();
  times.push(performance.now() - begin);
  await server.close();
}
console.log(times.sort((a, b) => a - b)[15]);`,
);
project.write(
  'emulate.mjs',
  timed(`const { createEmulator } = await import('${join(import.meta.dirname, 'peers/node_modules/emulate/dist/api.js')}');
const { url } = await createEmulator({ service: 'stripe', port: Number(process.argv[2]) });
await (await fetch(url + '/v1/customers', { headers: { authorization: 'Basic ' + btoa('sk_test_1:') } })).text();`),
);

const bareCode = `require('http').createServer((q, s) => s.end('{}')).listen(0, '127.0.0.1', function () {
  console.log(JSON.stringify({ url: 'http://127.0.0.1:' + this.address().port })) })`;
const bin = join(project.installed, '@trickle/mock-server/bin/trickle-server.js');

const starts = {
  'createServer(), the first ones aside': () => runs('again.mjs'),
  'emulate, import to first answer': () =>
    runs('emulate.mjs', String(20_000 + Math.floor(Math.random() * 20_000))),
  '@trickle/mock-server, import to first answer': () => runs('ours.mjs'),
  'bare node -e HTTP server, first answer': () => firstAnswer(['-e', bareCode]),
  'trickle-server, first answer': () => firstAnswer([bin, '--port', '0', '--json']),
};
const times = new Map<string, number[]>();
for (let round = 0; round < settings.rounds; round++) {
  for (const [name, start] of Object.entries(starts)) {
    times.set(name, [...(times.get(name) ?? []), await start()]);
  }
}
const medianOf = (name: keyof typeof starts) => median(times.get(name) ?? []);
console.log(titleOf('Startup time', 'startup', settings));
console.log(
  table(
    ['', 'ms'],
    [...times].map(([name, found]) => [name, median(found).toFixed(1)]),
  ),
);
report({
  chart: 'server',
  name: 'the command, from its start to the first response',
  unit: 'ms',
  ours: medianOf('trickle-server, first answer'),
  floor: { name: 'bare node:http', value: medianOf('bare node -e HTTP server, first answer') },
  goal: { overFloor: 12 },
});
report({
  chart: 'server',
  name: 'in a program, from the import to the first response',
  unit: 'ms',
  ours: medianOf('@trickle/mock-server, import to first answer'),
  peers: [{ name: 'emulate', value: medianOf('emulate, import to first answer') }],
});

/** The output of a program. */
function runs(program: string, ...args: readonly string[]): number {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
    cwd: project.folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

/** Milliseconds from spawning a server, which prints its URL as JSON, to the end of its first response. */
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
