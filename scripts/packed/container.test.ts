import { execFileSync, execSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../setup/ports.ts';
import { read } from '../setup/repository.ts';
import { instruction, words } from './containerfile.ts';
import { managerEnvironment } from './package-managers.ts';

/** Stands in for the root of the container's file system. */
let folder: string;
let port: string;

/** Replaces the paths and the port of the container. The server listens on this machine only. */
const local = (text: string) =>
  text
    .replaceAll('4100', port)
    .replaceAll(/(?<![\w.:/])\/(?=app|data|packages)/g, `${folder}/`)
    .replace('0.0.0.0', '127.0.0.1');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickle-container-'));
  port = await freePort();
  cpSync(process.env.TRICKLE_ARCHIVES ?? '', join(folder, 'packages'), { recursive: true });
  for (const name of ['app', 'data']) mkdirSync(join(folder, name));
  const install = local(`npm init ${instruction('RUN npm init')}`);
  execSync(install, { cwd: join(folder, 'app'), env: environment, stdio: 'pipe' });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** As in the container, which has a current Node.js. */
const environment = {
  ...process.env,
  ...managerEnvironment(),
  NODE_ENV: 'production',
  PATH: dirname(process.execPath) + delimiter + process.env.PATH,
};

/** Starts the container's command. */
function start() {
  const [program = '', ...parameters] = [...words('ENTRYPOINT'), ...words('CMD')].map(local);
  const child = spawn(program, parameters, { cwd: join(folder, 'app'), env: environment });
  return {
    ready: once(child.stdout, 'data'),
    async end() {
      child.kill('SIGTERM');
      const [code] = await once(child, 'exit');
      return code;
    },
  };
}

function isHealthy(): boolean {
  const [program = '', ...parameters] = words('HEALTHCHECK').map(local);
  try {
    execFileSync(program === 'node' ? process.execPath : program, parameters);
    return true;
  } catch {
    return false; // the check exits with 1
  }
}

test("the container's commands install, start, check and stop the server, and keep its data", async () => {
  expect(existsSync(join(folder, 'packages'))).toBe(false);
  expect(isHealthy()).toBe(false);
  const first = start();
  await first.ready;
  expect(isHealthy()).toBe(true);
  const accounts = `http://127.0.0.1:${port}/_admin/accounts`;
  const response = await fetch(accounts, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const { account_id: id } = await response.json();
  expect(await first.end()).toBe(0);
  expect(isHealthy()).toBe(false);

  const second = start();
  await second.ready;
  const { accounts: kept } = await (await fetch(accounts)).json();
  expect(kept.map((account: { id: string }) => account.id)).toContain(id);
  expect(await second.end()).toBe(0);
});

test('the compose file has the health check of the container', () => {
  const [, , script = ''] = words('HEALTHCHECK');
  const compose = read('compose.yaml');
  expect(script).toContain('/healthz');
  expect(compose).toContain(`- ${script}\n`);
});
