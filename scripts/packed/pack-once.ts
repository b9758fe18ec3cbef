import { execSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instruction } from './containerfile.ts';

const root = join(import.meta.dirname, '../..');

/** Packs the built packages once for all tests of a run, by the command of the Containerfile. */
export function setup(): () => void {
  if (!existsSync(join(root, 'packages/mock-server/dist'))) {
    throw new Error('The packages are not built yet: npm run build');
  }
  const archives = mkdtempSync(join(tmpdir(), 'trickle-archives-'));
  const command = instruction('RUN mkdir /packages &&').replace('=/packages', `=${archives}`);
  execSync(`${command} --silent --ignore-scripts`, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  process.env.TRICKLE_ARCHIVES = archives;
  return () => rmSync(archives, { recursive: true });
}
