// The public address of the repository: `npm run release -- address https://github.com/owner/name` writes it into the
// package.json of each package. Without an argument, fails while one of them lacks it. `npm run release -- publish` runs this first.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, root } from '../setup/repository.ts';
import { addressProblems, type Manifest, withAddress } from './manifest.ts';

const folders = ['sdk', 'cli', 'mock-server', 'browser-script'].map((name) => `packages/${name}`);
const [address] = process.argv.slice(2);

const manifests = folders.map((folder) => {
  const manifest: Manifest = readJson(`${folder}/package.json`);
  return [folder, address === undefined ? manifest : withAddress(manifest, address, folder)] as const;
});
const problems = manifests.flatMap(([folder, manifest]) => addressProblems(manifest, folder));
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(
    'Set the address of the repository first: npm run release -- address https://github.com/owner/name',
  );
  process.exitCode = 1;
} else if (address !== undefined) {
  for (const [folder, manifest] of manifests) {
    writeFileSync(join(root, folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  }
}
