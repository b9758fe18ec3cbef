// Steps of a release: `npm run release -- address <URL>`, `-- version`, `-- publish`. The release workflow runs the last two.
import { spawnSync } from 'node:child_process';
import { root } from '../setup/repository.ts';

const changeset = ['node_modules/@changesets/cli/bin.js'];
/** The commands of each step, as arguments of Node.js, or of npm. */
const steps: Readonly<Record<string, readonly (readonly string[])[]>> = {
  address: [['scripts/release/address.ts', ...process.argv.slice(3)]],
  version: [
    [...changeset, 'version'],
    ['npm', 'install', '--package-lock-only', '--omit-lockfile-registry-resolved'],
  ],
  publish: [
    ['scripts/release/address.ts'],
    ['scripts/build/build.ts'],
    ['scripts/verify/check-packages.ts'],
    [...changeset, 'publish'],
  ],
};

const [name = ''] = process.argv.slice(2);
const commands = steps[name];
if (!commands) {
  console.error(`There is no step ${name || '(none)'}. There are: ${Object.keys(steps).join(', ')}.`);
  process.exit(1);
}
for (const [first = '', ...others] of commands) {
  const isNpm = first === 'npm';
  const { status } = spawnSync(isNpm ? 'npm' : process.execPath, isNpm ? others : [first, ...others], {
    cwd: root,
    stdio: 'inherit',
    shell: isNpm && process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}
