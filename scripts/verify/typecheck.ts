// Checks the types of every package against the globals it may use, then all sources, tests and scripts.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const projects = [
  'packages/sdk',
  'packages/browser-script',
  'packages/mock-server',
  'packages/inspector',
  '.',
];

for (const project of projects) {
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '--project', project], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
