import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packInto } from '../verify/packed-project.ts';
import { Registry } from './registry.ts';

/** Packs the built packages once per test run, and offers them to package managers, which share one store. */
export async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'trickle-archives-'));
  const archives = join(folder, 'archives');
  const store = join(folder, 'store');
  for (const one of [archives, store]) mkdirSync(one);
  packInto(archives);
  const registry = new Registry(archives);
  process.env.TRICKLE_REGISTRY = await registry.listen();
  process.env.TRICKLE_STORE = store;
  return () => {
    registry.close();
    rmSync(folder, { recursive: true });
  };
}
