import { expect, test } from 'vitest';
import { read, readJson } from '../setup/repository.ts';
import { addressProblems, type Manifest, withAddress } from './manifest.ts';

const folder = 'packages/sdk';
const manifest: Manifest = readJson(`${folder}/package.json`);
const address = 'https://git.example/shop/trickle';

test('a package without public addresses is not published', () => {
  const { repository: _, homepage: __, bugs: ___, ...bare } = manifest;
  expect(addressProblems(bare, folder)).toEqual([
    expect.stringContaining('`repository` in packages/sdk/package.json'),
    expect.stringContaining('`repository.directory`'),
    expect.stringContaining('`homepage`'),
    expect.stringContaining('`bugs`'),
  ]);
});

test('one address sets all of them, and changes nothing else', () => {
  const given = withAddress(manifest, address, folder);
  expect(addressProblems(given, folder)).toEqual([]);
  expect(given).toEqual({
    ...manifest,
    homepage: 'https://git.example/shop/trickle/tree/main/packages/sdk#readme',
    repository: { type: 'git', url: 'git+https://git.example/shop/trickle.git', directory: folder },
    bugs: { url: 'https://git.example/shop/trickle/issues' },
  });
  expect(withAddress(given, address, folder)).toEqual(given);
});

test.each(['http://git.example/shop/trickle', 'shop/trickle', 'https://git.example'])(
  'the address %s is rejected',
  (wrong) => {
    expect(addressProblems(withAddress(manifest, wrong, folder), folder)).not.toEqual([]);
  },
);

test('publishing begins with the check', () => {
  const program = read('scripts/release/release.ts');
  expect(program).toMatch(/publish: \[\s+\['scripts\/release\/address\.ts'\],/);
});
