import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../scripts/setup/ports.ts';
import { REDIS } from '../../../../scripts/setup/requirements.mjs';

/** Why there is no Redis for tests, if there is none; CI must have one. */
export const missing = REDIS.isInstalled()
  ? undefined
  : `no redis-server: install it (apt-get install ${REDIS.packages.join(' ')}) to run these tests`;

if (missing && process.env.CI) throw new Error(missing);
if (missing) console.warn(`Skipped, ${missing}.`);

/** A Redis of its own, on a free port, in a folder that goes with it. */
export async function startRedis() {
  const folder = mkdtempSync(join(tmpdir(), 'trickle-redis-'));
  const port = Number(await freePort());
  const server = spawn(
    'redis-server',
    ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const exited = new Promise((resolve) => server.once('exit', resolve));
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`redis-server ended with ${code}: ${log}`)));
    server.stdout.on('data', (chunk) => {
      log += chunk;
      if (log.includes('Ready to accept connections')) resolve();
    });
  });
  return {
    port,
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
