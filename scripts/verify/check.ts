// Checks a change in less than a minute: `npm run check [-- <commit>]`. It looks at the format and the types, and runs
// the unit and scenario tests that the change since the commit affects (default: what is not committed). Browsers,
// bundles and tests that take long are left to `npm test`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

process.chdir(join(import.meta.dirname, '../..'));

const [base] = process.argv.slice(2);
const steps = [
  ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  ['scripts/verify/typecheck.ts'],
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=unit',
    '--project=together',
    '--passWithNoTests',
    '--reporter=dot',
  ].concat(base === undefined ? '--changed' : `--changed=${base}`),
];

for (const step of steps) {
  const { status } = spawnSync(process.execPath, step, { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
