import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Installs the compared packages unless they are installed. */
export function installPeers(): void {
  const folder = join(import.meta.dirname, 'peers');
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return;
  process.stderr.write('Installing the peers (npm ci in bench/peers)…\n');
  const command = ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];
  const shell = process.platform === 'win32'; // npm is a script on Windows
  const { status } = spawnSync('npm', command, { cwd: folder, stdio: ['ignore', 2, 2], shell });
  if (status !== 0) throw new Error('The peers could not be installed.');
}
