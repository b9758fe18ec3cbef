import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fetch } from '@trickle/sdk';
import { expect, test } from 'vitest';
import { createProgram } from '../src/program.ts';
import { processIo } from '../src/terminal/process-io.ts';
import { onPort, REACHING, trickle } from './command.ts';

/** A path of this process alone: `pull` locks its folder, and another run of the tests may use the machine. */
const unused = join(tmpdir(), `trickle-nothing-is-here-${process.pid}`);

/** Every command that sends requests, by name. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  call: ['tags', 'list'],
  compare: ['--disposable', '9999999', '--mailbox', 'qa+{n}@x.io'],
  export: ['subscribers'],
  import: ['-'],
  listen: ['--forward-to', 'localhost:1'],
  login: ['--api-key', 'key_of_ann'],
  pull: [unused],
  tail: [],
  trigger: ['created'],
  types: [`${unused}.ts`],
  whoami: [],
  why: ['ann@acme.test'],
};

/** Commands that need no server, or only one on this machine. */
const WITHOUT_SERVER = ['completion', 'logout', 'mcp', 'rehearse'];

test('every command is in one of the lists', () => {
  const names = createProgram(processIo).commands.map((command) => command.name());
  expect([...Object.keys(COMMANDS), ...WITHOUT_SERVER].sort()).toEqual(names.sort());
});

/** A server that answers everything with a status. */
const answering = (status: number, body: string) =>
  onPort((_, response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(body));

async function closedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

/** The error of Node.js when a server accepts a connection but never answers. The real one takes five minutes. */
const silent: Fetch = () => {
  const cause = Object.assign(new Error('Headers Timeout Error'), { code: 'UND_ERR_HEADERS_TIMEOUT' });
  return Promise.reject(new TypeError('fetch failed', { cause }));
};

interface Failure {
  readonly name: string;
  /** The address of the server. */
  readonly url: () => Promise<string>;
  readonly fetch?: Fetch;
  /** The message of each command. */
  readonly says: RegExp;
  /** A command for which this is not a failure. */
  readonly except?: string;
}

const FAILURES: readonly Failure[] = [
  {
    name: 'refuses the connection',
    url: closedPort,
    says: /[Cc]onnection refused at http:\/\/127\.0\.0\.1:\d+: is the server running\? Start the reference server with npx .* trickle-server, or check --base-url \(TRICKLE_BASE_URL\)\./,
  },
  {
    name: 'has a name without an address',
    url: async () => 'http://no-such-host.invalid',
    says: /The host name no-such-host\.invalid has no address \(E\w+\)\. Check --base-url \(TRICKLE_BASE_URL\) and the network\./,
  },
  {
    name: 'speaks no TLS',
    url: async () => (await answering(200, '{}')).replace('http:', 'https:'),
    says: /No secure connection to https:\/\/\S+ \(\w+\)\. If the server speaks plain HTTP, write http:\/\/ in --base-url \(TRICKLE_BASE_URL\)/,
  },
  {
    name: 'does not answer in time',
    url: async () => 'http://slow.test',
    fetch: silent,
    says: /http:\/\/slow\.test did not answer in time \(UND_ERR_HEADERS_TIMEOUT\)\. Check --base-url/,
  },
  {
    name: 'rejects the credentials',
    url: () => answering(401, 'HTTP access denied.'),
    says: / 401.*--api-key \(TRICKLE_API_KEY\)/s,
  },
  {
    name: 'denies permission',
    url: () => answering(403, '{"errors":[{"code":"authorization_error","message":"You may not."}]}'),
    says: / 403.*(?:--account \(TRICKLE_ACCOUNT_ID\)|--api-key \(TRICKLE_API_KEY\))/s,
    except: 'types', // it skips what the credentials may not list
  },
];

test.each(FAILURES)('every command explains a server that $name', async ({ url, fetch, says, except }) => {
  const env = { ...REACHING, TRICKLE_BASE_URL: await url() };
  const asking = Object.entries(COMMANDS).filter(([name]) => name !== except);
  const ends = asking.map(async ([name, args]) => {
    let [interrupt, requests] = [() => {}, 0];
    const { stdout, stderr, code } = await trickle([name, ...args], {
      env: { ...env, XDG_CONFIG_HOME: join(unused, name) },
      stdin: 'email\nann@x.io\n',
      onStart: (stop) => {
        interrupt = stop;
      },
      // Commands that follow a server keep trying.
      fetch: (request) => {
        requests += 1;
        if (requests > 1 && (name === 'tail' || name === 'listen')) interrupt();
        return (fetch ?? globalThis.fetch)(request);
      },
    });
    expect.soft(stderr, name).toMatch(says);
    expect
      .soft(stderr, name)
      .not.toMatch(/`(?:apiKey|accessToken|accountId|baseUrl|timeout|onUnknown)`|client\.|fetch failed/);
    expect.soft(stdout, name).toBe('');
    expect.soft(code, name).not.toBe(0);
  });
  await Promise.all(ends);
});

const NO_API = 'http://trickle.localhost is not a reference server: it has no admin API';

/** Commands for the reference server, with what they say about another one. */
const FOR_SANDBOXES: readonly [name: string, words: string, asked: string][] = [
  ['trigger', NO_API, '/_admin/clock'],
  ['why', NO_API, '/_admin/clock'],
  [
    'tail',
    'Only the reference server streams events. For other servers, use --listen.',
    '/_admin/events/stream',
  ],
  ['listen', 'Only the reference server streams webhooks.', '/_admin/webhooks/stream'],
];

test.each(
  FOR_SANDBOXES.flatMap((command) =>
    [
      () => Response.json({ errors: [{ code: 'not_found_error' }] }, { status: 404 }),
      () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
    ].map((answer) => [...command, answer] as const),
  ),
)('%s only asks a service whether it is the reference server: %s', async (name, words, path, answer) => {
  const asked: string[] = [];
  const { code, stderr } = await trickle([name, ...(COMMANDS[name] ?? [])], {
    fetch: async (request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      return answer();
    },
  });
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  expect(asked).toEqual([`GET ${path}`]);
});
