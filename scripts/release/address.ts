// The public address of the repository: `npm run release -- address https://github.com/owner/name` writes it into the
// package.json of each package. Without an argument, fails while one of them lacks it. `npm run release -- publish` runs this first.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressProblems, type Manifest, withAddress } from './manifest.ts';

const packages = join(import.meta.dirname, '../../packages');
const folders = ['sdk', 'cli', 'mock-server', 'browser-script'];
const [address] = process.argv.slice(2);

const manifests = new Map(
  folders.map((folder) => {
    const manifest: Manifest = JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8'));
    return [folder, address === undefined ? manifest : withAddress(manifest, address, `packages/${folder}`)];
  }),
);
const problems = [...manifests].flatMap(([folder, manifest]) =>
  addressProblems(manifest, `packages/${folder}`),
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(
    'Set the address of the repository first: npm run release -- address https://github.com/owner/name',
  );
  process.exitCode = 1;
} else if (address !== undefined) {
  for (const [folder, manifest] of manifests) {
    writeFileSync(join(packages, folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  }
}
