// @thorough: bundlers and compilers
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installDeclared } from '../../sdk/test/declared-project.ts';
import { LanguageServer } from '../../sdk/test/language-server.ts';
import { createServer } from '../src/index.ts';

const root = join(import.meta.dirname, '../../..');

/** In `node_modules`, so that the other packages are found; those of the workspace are installed beside the program. */
const cache = join(root, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'hover-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(() => {
  for (const name of ['sdk', 'mock-server']) installDeclared(name, folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { module: 'nodenext', target: 'es2024', strict: true, noEmit: true, types: ['node'] },
    }),
  );
});

/** The functions of an object and of the objects in it, as in `webhooks.replay`. */
const functionsIn = (value: object, prefix = ''): string[] =>
  Object.entries(value).flatMap(([name, member]) => {
    if (typeof member === 'function') return [`${prefix}${name}`];
    return typeof member === 'object' && member !== null ? functionsIn(member, `${prefix}${name}.`) : [];
  });

test('an editor shows the comment of every function of a server and of a tenant', async () => {
  const server = await createServer();
  const tenant = await server.createAccount();
  const names = [
    ...functionsIn(server).map((name) => `server.${name}`),
    ...functionsIn(tenant).map((name) => `tenant.${name}`),
  ];
  await server.close();
  expect(names).toContain('server.webhooks.replay');
  expect(names).toContain('tenant.notices');
  const head = `import { createServer } from '@trickle/mock-server';
const server = await createServer();
const tenant = await server.createAccount();
`;
  let text = head;
  const offsets = names.map((name) => {
    const offset = text.length + name.lastIndexOf('.') + 1;
    text += `${name};\n`;
    return offset;
  });
  const file = join(folder, 'program.ts');
  writeFileSync(file, text);
  using editor = new LanguageServer(folder);
  await editor.start(folder);
  const hovers = await editor.hover(file, text, offsets);
  expect(hovers).toHaveLength(names.length);
  // The type stands in a block of code; what follows is the comment.
  const silent = names.filter((_, i) => hovers[i]?.split('```\n').at(-1)?.trim() === '');
  expect(silent).toEqual([]);
});
