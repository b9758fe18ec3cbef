import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PYTHON } from '../../../scripts/setup/requirements.mjs';
import { adminOf } from './admin-client.ts';
import { TOKENS } from './boat-shop.ts';
import { scenarios, startServer, type TestServer } from './harness.ts';
import { account as traceAccount } from './trace-account.ts';

const email = 'ann@acme.test';

const account = {
  ...traceAccount,
  subscribers: [
    { email, tags: ['vip'] },
    { email: 'bob@acme.test', custom_fields: { 'it\'s "odd"': '\\ \u2028 é', on: 'true' } },
  ],
  campaigns: [
    ...traceAccount.campaigns,
    { id: 'c2', name: 'Never', status: 'active' as const, emails: [{ subject: 'No', text_body: 'No' }] },
  ],
  webhooks: [{ ...traceAccount.webhooks[0], post_url: 'http://127.0.0.1:9/' }], // nobody listens there
};

/** Ann subscribes, performs an event an hour later, and four days pass. Nobody else is concerned. */
async function live(server: TestServer): Promise<void> {
  await server.save({ email: 'other@acme.test' });
  await server.post('campaigns/c1/subscribers', { subscribers: [{ email, custom_fields: { plan: 'pro' } }] });
  await server.advance({ hours: 1 });
  await server.post('events', { events: [{ email, action: 'Signed up' }] });
  await server.advance({ days: 4 });
  await server.save({ email, tags: ['later'] });
}

const runners = ['vitest', 'node', 'pytest'] as const;
const run = promisify(execFile);

/** A folder in which copied tests find our packages and the runners. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trickle-copied-'));
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'));
  const conditions = JSON.stringify(['trickle-source', 'node', 'default']);
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `export default { ssr: { resolve: { conditions: ${conditions}, externalConditions: ${conditions} } } };`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const COMMANDS = {
  vitest: ['node', 'node_modules/vitest/vitest.mjs', 'run', 'copied.test.js'],
  node: ['node', '--test', 'copied.test.mjs'],
  pytest: ['pytest', '-p', 'no:cacheprovider', 'test_copied.py'],
} as const;

/** Saves a copied test and runs it. Rejects if it fails. */
async function runCopied(code: string, runner: (typeof runners)[number]): Promise<string> {
  const [command, ...args] = COMMANDS[runner];
  writeFileSync(join(folder, args.at(-1) ?? ''), code);
  const path = `${dirname(process.execPath)}:${process.env.PATH}`;
  const env = {
    ...process.env,
    PATH: path,
    NODE_OPTIONS: '--conditions=trickle-source --no-warnings',
    NO_COLOR: '1',
  };
  const { stdout } = await run(command, args, { cwd: folder, env });
  return stdout;
}

const isPossible = (runner: string) =>
  runner !== 'pytest' || Boolean(process.env.CI) || PYTHON.files.every(existsSync);

describe.each(runners.filter(isPossible))('a test for %s', (runner) => {
  it('of a trace repeats the requests, passes, and fails when something else follows', async () => {
    await using server = await startServer({ seed: { accounts: [account] } });
    await live(server);
    const [, , request] = await server.requests.find();
    const { code } = await server.testCode({ of: request?.id, runner });
    expect(code).toContain('Hello');
    expect(code).not.toMatch(/other@acme|later|Never/);
    expect(code).not.toContain(TOKENS.owner);
    expect(await runCopied(code, runner)).toMatch(/1 passed|pass 1/);
    const changed = code.replace(/("?days"?): 3/, '$1: 9');
    await expect(runCopied(changed, runner)).rejects.toThrow('Command failed');
  });

  it('of the changes after a checkpoint begins with the account as it was, and passes', async () => {
    await using server = await startServer({ seed: { accounts: [account] } });
    await server.save({ email: 'bob@acme.test', tags: ['before'] });
    await server.snapshot({ name: 'start' });
    await live(server);
    await server.save({ email: 'bob@acme.test', remove_tags: ['before'] });
    const { code } = await server.testCode({ since: 'start', runner });
    expect(code).toContain('subscriber_tags removed: before of bob@acme.test');
    expect(await runCopied(code, runner)).toMatch(/1 passed|pass 1/);
  });
});

scenarios('code of tests', (start) => {
  it('is answered over HTTP, and says what cannot be repeated', async () => {
    await using server = await start({ seed: { accounts: [account] } });
    await server.save({ email });
    const [request] = await server.requests.find();
    const { status, body } = await adminOf(server).get(`/test-code?of=${request?.id}&runner=node`);
    expect(status).toBe(200);
    expect(body.code).toContain("from 'node:test'");
    await server.extend({ subscribers: [{ email: 'cy@acme.test' }] });
    await expect(server.testCode({ of: 'cy@acme.test' })).rejects.toThrow(/no recorded request/);
    await expect(server.testCode({})).rejects.toThrow(/of/);
    await server.snapshot({ name: 'end' });
    await expect(server.testCode({ since: 'end' })).rejects.toThrow(
      'no request has changed anything since end',
    );
  });
});
