import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/setup/repository.ts';
import { installPeers } from '../harness.ts';

const built = join(root, 'packages/mock-server/dist');

/** Whether the built files are measured rather than the sources. */
export const isBuilt = existsSync(join(built, 'cli/index.js'));
/** The module of our server. */
export const entry = join(root, `packages/mock-server/${isBuilt ? 'dist/index.js' : 'src/index.ts'}`);

/** A request of the load test. */
export interface Shot {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** A server with its requests for reading and creating a subscriber. */
export interface Contestant {
  readonly name: string;
  /** The arguments of `node` that start it. `folder` is empty and exclusive. */
  readonly start: (port: number, folder: string) => readonly string[];
  readonly create: (index: number) => Shot;
  readonly read: (index: number) => Shot;
}

const json = { 'content-type': 'application/json', accept: 'application/json' };
const jsonApi = {
  'content-type': 'application/vnd.api+json',
  accept: 'application/vnd.api+json',
  authorization: `Basic ${btoa('trickle_demo_token:')}`,
};

/** A new subscriber with a tag, which causes several events. */
export const person = (index: number) => ({
  email: `person${index}@example.com`,
  first_name: 'Ann',
  tags: ['vip'],
});

const post = (path: string, headers: Shot['headers'], body: string): Shot => {
  return { method: 'POST', path, headers, body };
};

const subscribers = '/v2/9999999/subscribers';
const ofInterface: Pick<Contestant, 'create' | 'read'> = {
  create: (index) => post(subscribers, jsonApi, JSON.stringify({ subscribers: [person(index)] })),
  read: () => ({ method: 'GET', path: `${subscribers}/person0@example.com`, headers: jsonApi }),
};

/** Records a custom event, which creates its subscriber. */
export function recordEvent(index: number): Shot {
  const events = [{ email: person(index).email, action: 'Signed in' }];
  return post('/v2/9999999/events', jsonApi, JSON.stringify({ events }));
}

export const limits = ['individual', 'batch', 'records'].map((name) => `${name}=100000000`).join(',');
/** The arguments of `node` that start the command of a build. */
const commandOf = (build: string): readonly string[] => [
  '--input-type=module',
  '-e',
  `import module from 'node:module'; module.enableCompileCache();
   const { main } = await import('${join(build, 'cli/index.js')}'); await main(process.argv.slice(1));`,
  '--',
];
/** The arguments of `node` that start our command, the built one if there is one. */
export const ourCommand = isBuilt
  ? commandOf(built)
  : [join(root, 'packages/mock-server/bin/trickle-server.js')];
// The limits are never reached, but every request is counted.
const ourStart = (command: readonly string[]) => (port: number) => [
  ...command,
  ...['--port', String(port), '--limits', limits],
];

const installed = (file: string) => join(installPeers(), 'node_modules', file);
const openApi = join(import.meta.dirname, '../peers/openapi.json');

/** Emulate allows a token 5000 requests an hour, so the token is changed from time to time. */
const stripeToken = (index: number) => ({
  authorization: `Basic ${btoa(`sk_test_${Math.floor(index / 1000)}:`)}`,
});

/** Another build of our server, to compare two versions. `build` is the path of its `dist`. */
export const otherBuild = (build: string): Contestant => ({
  name: 'trickle-server, other build',
  start: ourStart(commandOf(build)),
  ...ofInterface,
});

/** The least that the same promise costs, in memory and on PostgreSQL. */
export const floor: Contestant = {
  name: 'floor: node:http and node:sqlite',
  start: (port) => [join(import.meta.dirname, '../floor/server.ts'), String(port)],
  ...ofInterface,
};
export const floorOnPostgres = (url: string): Contestant => ({
  ...floor,
  name: 'floor: node:http and pg',
  start: (port) => [join(import.meta.dirname, '../floor/postgres.ts'), String(port), url],
});

/** Our server. */
export const ours: Contestant = {
  name: `trickle-server, ${isBuilt ? 'built' : 'from source'}`,
  start: ourStart(ourCommand),
  ...ofInterface,
};

/** Other mock servers, with the same two operations or similar ones. */
export const peers: readonly Contestant[] = [
  {
    name: 'emulate 0.12.2 (Stripe customers)',
    start: (port, folder) => {
      const seed = join(folder, 'seed.json');
      const customers = [{ id: 'cus_bench', email: 'person0@example.com', name: 'Ann' }];
      writeFileSync(seed, JSON.stringify({ stripe: { customers } }));
      return [
        installed('emulate/dist/index.js'),
        ...['start', '--service', 'stripe', '--port', String(port), '--seed', seed],
      ];
    },
    create: (index) => {
      const headers = { ...stripeToken(index), 'content-type': 'application/x-www-form-urlencoded' };
      const body = `email=person${index}%40example.com&name=Ann&metadata%5Btag%5D=vip`;
      return post('/v1/customers', headers, body);
    },
    read: (index) => ({ method: 'GET', path: '/v1/customers/cus_bench', headers: stripeToken(index) }),
  },
  {
    name: 'Prism 5.16.0',
    start: (port) => [
      installed('@stoplight/prism-cli/dist/index.js'),
      ...['mock', openApi, '--port', String(port), '--verboseLevel', 'silent'],
    ],
    ...ofInterface,
  },
  {
    name: 'Mockoon 9.9.0',
    start: (port) => [
      installed('@mockoon/cli/bin/run.js'),
      ...['start', '--data', openApi, '--port', String(port), '--hostname', '127.0.0.1'],
      ...['--disable-log-to-file', '--disable-admin-api'],
    ],
    ...ofInterface,
  },
  {
    name: 'json-server 0.17.4',
    start: (port, folder) => {
      const db = join(folder, 'db.json');
      writeFileSync(db, JSON.stringify({ subscribers: [{ id: 'k7qz3m', ...person(0) }] }));
      return [
        installed('json-server/lib/cli/bin.js'),
        ...['--host', '127.0.0.1', '--port', String(port), '--quiet', db],
      ];
    },
    create: (index) => post('/subscribers', json, JSON.stringify(person(index))),
    read: () => ({ method: 'GET', path: '/subscribers/k7qz3m', headers: json }),
  },
];
