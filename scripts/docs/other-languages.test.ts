/** Sends the requests of snippets that TypeScript cannot compile: curl, Cypress, Python. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from '@trickle/mock-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isTested, PYTHON } from '../setup/requirements.mjs';

const root = join(import.meta.dirname, '../..');
const read = (page: string) => readFileSync(join(root, 'docs', page), 'utf8');
const blocksOf = (page: string, language: string) =>
  Array.from(
    read(page).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm')),
    ([, code = '']) => code,
  );

let server: Server;
beforeEach(async () => {
  server = await createServer();
});
afterEach(() => server.close());

/** The words of a shell command, without their quotes. */
const wordsOf = (command: string) =>
  Array.from(
    command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g),
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  );

/** The request that a curl command sends. */
function requestOf(command: string): Request {
  const [, ...words] = wordsOf(command);
  const headers = new Headers();
  let [url, method, body] = ['', '', undefined as string | undefined];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-X') method = words.shift() ?? '';
    else if (word === '-u') headers.set('authorization', `Basic ${btoa(words.shift() ?? '')}`);
    else if (word === '-d') body = words.shift();
    else if (word === '-H') {
      const [name = '', value = ''] = (words.shift() ?? '').split(': ');
      headers.set(name, value);
    } else if (!word.startsWith('-')) url = word;
  }
  return new Request(url, {
    headers,
    method: method || (body === undefined ? 'GET' : 'POST'),
    ...(body !== undefined && { body }),
  });
}

const curlsOf = (page: string) =>
  blocksOf(page, 'sh')
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('curl '));

test.each(['guides/curl.md', 'guides/authentication.md', 'start/front-end.md'])(
  'the curl commands of %s are answered, in order',
  async (page) => {
    const commands = curlsOf(page);
    expect(commands.length).toBeGreaterThan(0);
    const failed: string[] = [];
    for (const command of commands) {
      const answer = await server.fetch(requestOf(command));
      if (!answer.ok) failed.push(`${command}: ${answer.status} ${await answer.text()}`);
    }
    expect(failed).toEqual([]);
  },
);

test('the curl commands for a team work with the password and the account of the page', async () => {
  const seed = { accounts: [{ id: '123456789', users: [{ email: 'owner@example.com' }] }] };
  await using shared = await createServer({ seed, adminPassword: 'secret' });
  await shared.snapshot();
  const commands = curlsOf('guides/team-sandbox.md').map((command) =>
    command.replaceAll('$SANDBOX_PASSWORD', 'secret').replaceAll('https://sandbox.example.com', shared.url),
  );
  expect(commands.length).toBeGreaterThan(3);
  const [{ id } = { id: '' }] = await shared.checkpoints();
  const statuses: [string, number][] = [];
  for (const command of commands) {
    const request = requestOf(command.replace('/checkpoints/1/', `/checkpoints/${id}/`));
    statuses.push([command, (await shared.fetch(request)).status]);
  }
  expect(statuses.filter(([, status]) => status < 200 || status > 299)).toEqual([]);
});

test('the requests of the Cypress tests are accepted', async () => {
  const code = blocksOf('guides/cypress.md', 'js').join('').replaceAll('within: 5000', 'within: 0');
  const requests = Array.from(
    code.matchAll(/cy\.request\('(\w+)', `\$\{sandbox\}(\/[\w/]+)`(?:, (\{[\s\S]*?\}))?\);/g),
    ([, method = '', path = '', body]) => ({ method, path, body }),
  );
  expect(requests.map(({ path }) => path)).toEqual([
    '/_admin/reset',
    '/_admin/requests/expect',
    '/_admin/faults',
  ]);
  for (const { method, path, body } of requests) {
    const json = body
      ?.replaceAll(/(\w+):/g, '"$1":')
      .replaceAll("'", '"')
      .replaceAll(/,\s*\}/g, '}');
    const request = new Request(`${server.url}${path}`, { method, body: json ?? null });
    const answer = await server.fetch(request);
    // Nothing was recorded here: an expectation that is not met is the right answer, invalid input is not.
    const text = await answer.text();
    expect(answer.ok || text.includes('unmet_expectation'), `${path}: ${text}`).toBe(true);
  }
});

test.runIf(isTested(PYTHON))(
  'the tests in Python pass',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trickle-python-'));
    try {
      const [conftest = '', tests = ''] = blocksOf('guides/pytest.md', 'python');
      const bin = join(root, 'packages/mock-server/bin/trickle-server.js');
      const local = conftest.replace(
        '"npx", "trickle-server"',
        `"${process.execPath}", "--conditions=trickle-source", "${bin}"`,
      );
      expect(local).not.toBe(conftest);
      writeFileSync(join(folder, 'conftest.py'), local);
      writeFileSync(join(folder, 'test_sign_up.py'), tests);
      writeFileSync(join(folder, 'pytest.py'), PYTEST);
      writeFileSync(join(folder, 'run.py'), RUN);
      const [python = ''] = PYTHON.files;
      const { status, stdout, stderr } = spawnSync(python, ['run.py'], { cwd: folder, encoding: 'utf8' });
      expect(status, stderr).toBe(0);
      expect(stdout.trim().split('\n')).toEqual([
        'test_a_subscriber_is_created passed',
        'test_the_service_fails passed',
        'test_three_days_pass passed',
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  240_000,
);

/** The part of pytest that the page uses, so that the test needs nothing but Python. */
const PYTEST = `
fixtures = {}

def fixture(function=None, scope=None):
    if function is None:
        return lambda one: fixture(one)
    fixtures[function.__name__] = function
    return function
`;

/** Runs the tests of a file as pytest does: with fixtures by name, and what follows their yield at the end. */
const RUN = `
import inspect, conftest, test_sign_up
from pytest import fixtures

def use(name, given, open_fixtures):
    if name not in given:
        function = fixtures[name]
        needs = {one: use(one, given, open_fixtures) for one in inspect.signature(function).parameters}
        generator = function(**needs)
        given[name] = next(generator)
        open_fixtures.append(generator)
    return given[name]

def finish(open_fixtures):
    for generator in reversed(open_fixtures):
        next(generator, None)

session, ends = {}, []
use("server", session, ends)
for name, test in list(vars(test_sign_up).items()):
    if name.startswith("test_"):
        given, opened = dict(session), []
        test(**{one: use(one, given, opened) for one in inspect.signature(test).parameters})
        finish(opened)
        print(name, "passed", flush=True)
finish(ends)
`;
