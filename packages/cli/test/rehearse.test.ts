// @thorough: whole services, compared
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plan, Seed } from '@trickle/mock-server';
import { expect, test } from 'vitest';
import { onPort, start, temporaryFolder, trickle, untilPrinted } from './command.ts';
import { sandbox } from './sandbox.ts';

/** A seed with a workflow, and a webhook at a real receiver. */
const seedOf = (post_url = 'https://receiver-1.example/hooks'): Seed => ({
  accounts: [
    {
      id: '1234567',
      default_from_email: 'ann@acme.test',
      default_postal_address: '1 Market Street',
      subscribers: [{ email: 'ann@acme.test', tags: ['customer'] }, { email: 'bob@acme.test' }],
      workflows: [
        {
          name: 'Win back',
          status: 'active',
          triggers: [{ provider: 'trickle', trigger_type: 'applied_tag', properties: { tag: 'lapsed' } }],
          steps: [
            { type: 'delay', days: 2 },
            { type: 'send_email', subject: 'We <miss> you', html_body: '<p>Hello</p>' },
          ],
        },
      ],
      webhooks: [{ post_url }],
    },
  ],
});

/** A script without a client: tags a subscriber, and follows its arguments. */
const SCRIPT = `
const { TRICKLE_BASE_URL: base, TRICKLE_ACCOUNT_ID: id, TRICKLE_API_KEY: key } = process.env;
const headers = { authorization: 'Basic ' + btoa(key + ':'), 'content-type': 'application/json' };
const call = (path, body) => fetch(base + '/v2/' + id + path, { method: 'POST', headers, body: JSON.stringify(body) });
await call('/tags', { tags: [{ email: process.argv[3] ?? 'ann@acme.test', tag: 'lapsed' }] });
console.log('tagged');
console.error('to standard error');
process.exitCode = Number(process.argv[2] ?? 0);
`;

/** A folder with the seed and the script. */
async function project(seed = seedOf()) {
  const folder = await temporaryFolder();
  const paths = { seed: join(folder, 'seed.json'), script: join(folder, 'script.mjs'), folder };
  await writeFile(paths.seed, JSON.stringify(seed));
  await writeFile(paths.script, SCRIPT);
  return paths;
}

/** Rehearses the script of a project. */
const rehearsing = (
  { seed, script }: { readonly seed: string; readonly script: string },
  options: readonly string[] = [],
  ...args: readonly string[]
) => trickle(['rehearse', '--seed', seed, ...options, '--', process.execPath, script, ...args]);

test('a Node.js script runs on a sandbox, its plan is printed and written, and nothing is posted', async () => {
  let posts = 0;
  const receiver = await onPort((_, response) => {
    posts += 1;
    response.end();
  });
  const paths = await project(seedOf(`${receiver}/hooks?secret=1`));
  const file = join(paths.folder, 'report.html');
  const { code, stdout, stderr } = await rehearsing(paths, ['--html', file]);
  expect([code, stderr]).toEqual([0, `to standard error\nWrote ${file}.\n`]);
  expect(stdout).toMatch(/^tagged\n\nWhat .* would do\n/);
  for (const part of [
    '  tags of subscribers       +1\n    + lapsed of ann@acme.test\n',
    '  tags  1\n    lapsed\n',
    '  workflow  Win back  1\n    ann@acme.test\n',
    'Emails of the next 30 days\n  workflow Win back  We <miss> you  +1  from 20',
    `  subscriber.applied_tag  ${receiver}  1\n`,
    '  tags.apply  1\n',
    '  requests  1 of 3,600  below 1 %\n',
  ]) {
    expect(stdout).toContain(part);
  }
  const page = await readFile(file, 'utf8');
  expect(page).toContain('We &lt;miss&gt; you');
  expect(page).not.toMatch(/<script|<link|src=|url\(/);
  expect([posts, stdout.includes('secret'), page.includes('secret')]).toEqual([0, false, false]);
});

/** Calls the service like drip-python: a base URL with the version, and the token as Basic credentials. */
const PYTHON = `
import base64, json, os, urllib.request

url = os.environ["DRIP_ENDPOINT"] + os.environ["DRIP_ACCOUNT"] + "/tags"
token = base64.b64encode((os.environ["DRIP_TOKEN"] + ":").encode()).decode()
body = json.dumps({"tags": [{"email": "bob@acme.test", "tag": "lapsed"}]}).encode()
headers = {"Authorization": "Basic " + token, "Content-Type": "application/vnd.api+json"}
print(urllib.request.urlopen(urllib.request.Request(url, body, headers)).status)
`;

test('the plan of a Python script with an older client is committed, and other programs are compared with it', async () => {
  const paths = await project();
  const [file, python] = [join(paths.folder, 'plan.json'), join(paths.folder, 'script.py')];
  await writeFile(python, PYTHON);
  const run = (...more: string[]) => trickle(['rehearse', '--seed', paths.seed, ...more]);
  const missing = await run('--expect', file, '--', 'python3', python);
  expect([missing.code, missing.stdout]).toEqual([2, '']);
  expect(missing.stderr).toContain(`run the same command with --json > ${file} in place of --expect ${file}`);

  const variables = ['DRIP_TOKEN=apiKey', 'DRIP_ACCOUNT=accountId', 'DRIP_ENDPOINT=baseUrl/v2/'];
  const options = ['--json', ...variables.flatMap((variable) => ['--env', variable])];
  const written = await run(...options, '--', 'python3', python);
  expect(written.stderr).toBe('201\n'); // standard output contains only the plan
  const { exit, entries } = JSON.parse(written.stdout) as Plan;
  expect([written.code, exit, entries]).toEqual([
    0,
    0,
    [{ kind: 'workflow', name: 'Win back', count: 1, examples: ['bob@acme.test'] }],
  ]);
  await writeFile(file, written.stdout);
  const same = await rehearsing(paths, ['--expect', file]);
  expect([same.code, same.stderr]).toEqual([0, `to standard error\nThe plan is that of ${file}.\n`]);

  const other = await rehearsing(paths, ['--expect', file, '--days', '1']);
  expect(other.code).toBe(8);
  expect(other.stderr).toContain('~ days ahead: 30 → 1\n');
  expect(other.stderr).toContain('- emails of workflow "Win back": "We <miss> you": 1\n');
});

test('if the program fails, the command prints the plan and exits with the same code', async () => {
  const { code, stdout } = await rehearsing(await project(), [], '42');
  expect(code).toBe(42);
  expect(stdout).toContain('lapsed of ann@acme.test');
});

test('signals reach the program, and the command ends with the program', async () => {
  const { seed, folder } = await project();
  const script = join(folder, 'wait.mjs');
  await writeFile(
    script,
    `process.on('SIGTERM', () => { console.log('cleaned up'); process.exit(5); });
setInterval(() => {}, 1000);
console.log('waiting');`,
  );
  const { child, ended } = start(['rehearse', '--seed', seed, '--', process.execPath, script], {});
  await untilPrinted(child.stdout, /waiting/);
  child.kill('SIGTERM');
  const { code, stdout } = await ended;
  expect([code, stdout]).toEqual([5, expect.stringContaining('cleaned up')]);
  expect(stdout).toContain('The program sent no request to the sandbox.');
});

test('the sandbox is kept until Ctrl-C, as the program left it', async () => {
  const { seed, script } = await project();
  const printed = Promise.withResolvers<RegExpExecArray>();
  let interrupt = () => {};
  const ended = trickle(['rehearse', '--seed', seed, '--keep', '--', process.execPath, script], {
    onStart: (stop, stderr) => {
      interrupt = stop;
      printed.resolve(untilPrinted(stderr, /The sandbox is at (\S+)\. Press Ctrl-C/));
    },
  });
  const [, inspector = ''] = await printed.promise;
  const { origin } = new URL(inspector);
  const response = await fetch(`${origin}/_admin/accounts`);
  const { accounts } = (await response.json()) as { accounts: { id: string; tokens: string[] }[] };
  const [
    {
      id,
      tokens: [token],
    } = { id: '', tokens: [''] },
  ] = accounts;
  const headers = { authorization: `Basic ${btoa(`${token}:`)}` };
  const kept = await fetch(`${origin}/v2/${id}/subscribers/ann@acme.test`, { headers });
  expect(await kept.text()).toContain('lapsed');
  interrupt();
  expect((await ended).code).toBe(0);
  await expect(fetch(origin)).rejects.toThrow('fetch failed');
});

test('a running server is used with an account of its own, which is removed', async () => {
  const { server } = await sandbox();
  const args = ['--sandbox', await server.listen(), '--time', '2026-03-06T12:00:00Z', '--json'];
  const { code, stdout } = await rehearsing(await project(), args);
  const plan = JSON.parse(stdout) as Plan;
  expect([code, plan.emails]).toEqual([
    0,
    [
      {
        ...{ kind: 'workflow', name: 'Win back', subject: 'We <miss> you', count: 1, fewer: 0 },
        first: expect.stringMatching(/^2026-03-08T12:00/),
      },
    ],
  ]);
  expect((await server.accounts()).map(({ id }) => id)).toEqual(['9999999']);
});

test('nothing is sent to a server other than the reference server', async () => {
  const asked: (string | undefined)[] = [];
  const url = await onPort((request, response) => {
    asked.push(request.url);
    response.writeHead(404).end('{}');
  });
  const { code, stderr } = await rehearsing(await project(), ['--sandbox', url]);
  expect([code, stderr, asked]).toEqual([
    2,
    expect.stringContaining('is not a reference server'),
    ['/_admin/clock'],
  ]);
});

test.each([
  ['a seed with a mistake', ['--seed', 'bad.json', '--', 'true'], /^trickle: --seed .*nmae/],
  ['an unknown account', ['--account', '5', '--', 'true'], /has no account 5, but 1234567/],
  ['an unknown program', ['--', 'no-such-program'], /^trickle: Cannot run no-such-program: no such file/],
])('%s is refused in one line', async (_, args, message) => {
  const { seed, folder } = await project();
  await writeFile(join(folder, 'bad.json'), '{"accounts":[{"nmae":"x"}]}');
  const given = args.includes('--seed') ? [] : ['--seed', seed];
  const paths = args.map((arg) => (arg === 'bad.json' ? join(folder, arg) : arg));
  const { code, stderr } = await trickle(['rehearse', ...given, ...paths]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});
