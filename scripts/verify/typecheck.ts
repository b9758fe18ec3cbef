// Checks the types of every package against the globals it may use, and beside it all sources, tests and scripts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ONE_CHECKER } from '../build/declarations.ts';
import { root } from '../setup/repository.ts';

const packages = ['packages/sdk', 'packages/browser-script', 'packages/mock-server', 'packages/inspector'];

async function check(projects: readonly string[]): Promise<void> {
  for (const project of projects) {
    const command = ['node_modules/typescript/bin/tsc', '--project', project, ...ONE_CHECKER];
    const [status] = await once(spawn(process.execPath, command, { cwd: root, stdio: 'inherit' }), 'exit');
    if (status !== 0) process.exitCode = 1;
  }
}

await Promise.all([check(['.']), check(packages)]);
