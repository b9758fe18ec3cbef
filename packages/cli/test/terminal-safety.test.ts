import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fetch } from '@trickle/sdk';
import { expect, test } from 'vitest';
import { exports } from '../src/export/exports.ts';
import { operations } from '../src/operations/operations.ts';
import { onPort, REACHING, start, temporaryFile, trickle } from './command.ts';

/** Clears the screen, renames the window, returns to the start of the line, reverses the text. */
const HOSTILE = '\u001B[2J\u001B]0;pwned\u0007\r\u009B31m\u202Ezoe\u007F';

/** The allowed output: printable text, tabs, line breaks, and the redrawing of the status line. */
function expectHarmless(text: string): void {
  const rest = text.replaceAll('\r\u001B[K', '');
  expect(rest).not.toMatch(/(?![\t\n])[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
}

/** A service whose responses contain only hostile strings. */
const hostile: Fetch = async (request) => {
  const { pathname } = new URL(request.url);
  const record: Record<string, unknown> = {};
  for (const name of ['id', 'name', 'email', 'first_name', 'action', 'status', 'url', 'post_url']) {
    record[name] = HOSTILE;
  }
  record.custom_fields = { [HOSTILE]: HOSTILE };
  record.tags = [HOSTILE];
  const noun = operationOf(request.method, pathname)?.endpoint.response;
  const items = [noun?.item ? record : HOSTILE];
  return Response.json({
    ...{ [noun?.name ?? 'x']: items, custom_field_identifiers: [HOSTILE] },
    ...{
      users: [record],
      accounts: [record, record],
      meta: { page: 1, count: 1, total_pages: 1, total_count: 1 },
    },
  });
};

function operationOf(method: string, path: string) {
  return operations.find(({ endpoint }) => {
    const pattern = endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+');
    return endpoint.method === method && new RegExp(`${pattern}$`).test(path);
  });
}

/** A service that refuses everything with hostile text, in its body and its headers. */
const refusing: Fetch = async () =>
  Response.json(
    { errors: [{ code: HOSTILE, message: HOSTILE }], message: HOSTILE },
    { status: 422, headers: { 'x-note': 'y' } },
  );

const wrongType: Fetch = async () =>
  new Response(HOSTILE, { headers: { 'content-type': 'text/html; charset="\u009B31m\u00AD"' } });

const screen = { env: { ...REACHING, NO_COLOR: '1' }, isTerminal: true, isScreen: true };

const argumentsFor = (parameters: readonly string[]) => parameters.map(() => '1');

test.each(exports.map((one) => [one.name, one] as const))(
  'trickle export %s shows nothing that could control the terminal',
  async (name, { operation }) => {
    for (const format of ['csv', 'ndjson']) {
      const args = ['export', name, ...argumentsFor(operation.parameters), '--format', format];
      const { stdout, stderr } = await trickle(args, { ...screen, fetch: hostile });
      expectHarmless(stdout);
      expectHarmless(stderr);
      if (name !== 'forms') expect(stdout).toContain(String.raw`\u001b[2J`);
    }
  },
);

test.each(
  operations
    .filter(({ endpoint }) => !endpoint.body)
    .map((operation) => [`${operation.noun} ${operation.method}`, operation] as const),
)(
  'trickle call %s shows nothing that could control the terminal',
  async (_, { noun, method, parameters }) => {
    for (const fetch of [hostile, refusing, wrongType]) {
      const { stdout, stderr } = await trickle(['call', noun, method, ...argumentsFor(parameters)], {
        ...screen,
        fetch,
      });
      expectHarmless(stdout);
      expectHarmless(stderr);
    }
  },
);

test('whoami, import, the choice of an account and command line errors show nothing hostile either', async () => {
  const file = await temporaryFile('x.csv', `email,${HOSTILE}\na@x.io,b\n${HOSTILE},c\n`);
  const env = { TRICKLE_BASE_URL: REACHING.TRICKLE_BASE_URL, TRICKLE_API_KEY: 'k', NO_COLOR: '1' };
  const lines: [string[], typeof env][] = [
    [['whoami'], screen.env],
    [['whoami', '--json'], screen.env],
    [['call', 'tags', 'list'], env], // two accounts to choose from
    [['import', file, '--dry-run', '--errors', `${file}.errors`], screen.env],
    [['import', file, '--dry-run'], screen.env],
    [['import', file], screen.env],
    [['import', file, '--map', `${HOSTILE}=email`, '--map', `${HOSTILE}=${HOSTILE}`], screen.env],
    [[`--${HOSTILE}`], screen.env],
    [[HOSTILE], screen.env],
    [['call', 'subscribers', 'upsert', HOSTILE], screen.env],
    [['tail', '--event', HOSTILE], screen.env],
    [['trigger', 'created'], screen.env],
    [['trigger', HOSTILE], screen.env],
    [['listen', '--forward-to', 'localhost:1'], screen.env],
    [['listen', '--forward-to', HOSTILE], screen.env],
    [['completion', HOSTILE], screen.env],
    [['whoami', '--json', '--account', HOSTILE], screen.env],
    [['--json', HOSTILE], screen.env],
    [['login', '--force', '--base-url', 'http://x.test', '--api-key', 'k'], screen.env],
  ];
  for (const [args, variables] of lines) {
    for (const fetch of [hostile, refusing, wrongType]) {
      const { stdout, stderr } = await trickle(args, { ...screen, env: variables, fetch });
      expectHarmless(stdout);
      expectHarmless(stderr);
      expect(stdout + stderr).toMatch(/\S/);
    }
  }
});

test('tail shows nothing hostile either, on a screen or through a pipe', async () => {
  const event = {
    ...{ event: `subscriber.${HOSTILE}`, occurred_at: HOSTILE, account_id: '9999999' },
    ...{ subscriber: { id: '1', email: `a\n${HOSTILE}` }, properties: { [HOSTILE]: HOSTILE, n: [HOSTILE] } },
  };
  const baseUrl = await onPort((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(event)}\n\ndata: ${HOSTILE.replaceAll('\r', '')}\n\n`);
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  });
  for (const isScreen of [true, false]) {
    for (const more of [[], ['--json']]) {
      const { stdout, stderr } = await trickle(['tail', '--limit', '2', ...more], {
        ...screen,
        isScreen,
        env: { ...screen.env, TRICKLE_BASE_URL: baseUrl },
      });
      expectHarmless(stdout);
      expectHarmless(stderr);
      expect(stdout.trimEnd().split('\n')).toHaveLength(2);
      expect(stderr).toContain('invalid event');
    }
  }
});

test('listen shows nothing hostile either, whatever the stream contains', async () => {
  const webhook = {
    subscriber_id: HOSTILE,
    headers: {},
    body: `{"data":{"subscriber":${JSON.stringify({ email: HOSTILE })}}}`,
  };
  const baseUrl = await onPort((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const event = HOSTILE.replaceAll('\r', '');
    response.write(`id: 1${event}\nevent: ${event}\ndata: ${JSON.stringify(webhook)}\n\n`);
  });
  const target = await onPort((_, response) => void response.end(HOSTILE));
  for (const more of [[], ['--json']]) {
    const { stdout, stderr } = await trickle(['listen', '--forward-to', target, '-n', '1', ...more], {
      ...screen,
      env: { ...screen.env, TRICKLE_BASE_URL: baseUrl },
    });
    expectHarmless(stdout);
    expectHarmless(stderr);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  }
});

test('an export to a file has the original bytes', async () => {
  const fetch: Fetch = async () =>
    Response.json({ tags: [HOSTILE], meta: { page: 1, count: 1, total_pages: 1, total_count: 1 } });
  const { stdout } = await trickle(['export', 'tags', '--format', 'ndjson'], { fetch });
  expect(JSON.parse(stdout)).toBe(HOSTILE);
  expect((await trickle(['export', 'tags'], { fetch })).stdout).toContain('\u009B31m');
});

test('only the terminal folder writes to the streams of the process', () => {
  const folder = join(import.meta.dirname, '../src');
  const writers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('terminal/'))
    .filter((name) =>
      /std(?:out|err)\.write|console\.|process\.std(?:out|err)/.test(
        readFileSync(join(folder, name), 'utf8'),
      ),
    );
  expect(writers).toEqual(['program.ts']); // for the help of the parser
});

test("continuation lines of a server's message are indented, and long messages are cut", async () => {
  const fetch: Fetch = async () =>
    Response.json({ message: `no\ntrickle: all done ${'x'.repeat(100_000)}` }, { status: 422 });
  const { stderr } = await trickle(['call', 'user', 'get'], { fetch });
  expect(stderr).toContain('\n  trickle: all done');
  expect(stderr.length).toBeLessThan(2200);
});

test('a full disk ends --help with one line', async () => {
  const { stderr, code } = await fullDisk(['--help'], {});
  expect(stderr).toBe('trickle: cannot write to standard output: no space left on device\n');
  expect(code).toBe(1);
});

test.each([['export', 'tags'], ['export', 'tags', '--output', '/dev/full'], ['tail']])(
  'a full disk ends the command %j with one line, after its notes',
  async (...args) => {
    const baseUrl = await onPort((request, response) => {
      if (request.url?.includes('events/stream')) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: {"event":"subscriber.created","occurred_at":"2026-03-06T12:00:00Z"}\n\n');
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ tags: ['a'] }));
    });
    const env = { ...REACHING, TRICKLE_BASE_URL: baseUrl };
    const { stderr, code } = await (args.includes('--output') ? trickle(args, { env }) : fullDisk(args, env));
    const lines = stderr.trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(
      /^trickle: .*cannot write (to standard output|\/dev\/full): no space left on device$/,
    );
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(1);
  },
);

/** Runs a command whose standard output is a full disk. */
const fullDisk = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  start(args, env, [], '/dev/full').ended;
