// Builds the documentation site: `npm run docs`. With `--dev`, serves it and reloads pages as VitePress does.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../setup/repository.ts';
import { writeSite } from './site/write-site.ts';

console.log(`${writeSite()} pages written`);
const isDev = process.argv.includes('--dev');
const vitepress = join(root, 'node_modules/vitepress/bin/vitepress.js');
const { status } = spawnSync(process.execPath, [vitepress, isDev ? 'dev' : 'build', 'docs'], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
