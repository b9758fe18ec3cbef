import { execSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../setup/repository.ts';
import { instruction } from './containerfile.ts';
import { Registry } from './registry.ts';

/**
 * Packs the built packages once per test run, with the command of the Containerfile, and offers them to package managers,
 * which share one store.
 */
export async function setup(): Promise<() => void> {
  if (!existsSync(join(root, 'packages/mock-server/dist'))) {
    throw new Error('The packages are not built yet: npm run build');
  }
  const folder = mkdtempSync(join(tmpdir(), 'trickle-archives-'));
  const archives = join(folder, 'archives');
  const store = join(folder, 'store');
  for (const one of [archives, store]) mkdirSync(one);
  const command = instruction('RUN mkdir /packages &&').replace('=/packages', `=${archives}`);
  execSync(`${command} --silent --ignore-scripts`, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const registry = new Registry(archives);
  process.env.TRICKLE_ARCHIVES = archives;
  process.env.TRICKLE_REGISTRY = await registry.listen();
  process.env.TRICKLE_STORE = store;
  return () => {
    registry.close();
    rmSync(folder, { recursive: true });
  };
}
