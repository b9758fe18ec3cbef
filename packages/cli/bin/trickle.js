#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';
import { setFlagsFromString } from 'node:v8';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(`trickle: needs Node.js 22.13 or newer, and this is ${process.versions.node}\n`);
  process.exit(1);
}

module.enableCompileCache();
// The young generation keeps its first size: otherwise, V8 lets it grow to 128 MB while a large file streams through.
setFlagsFromString('--semi-space-growth-factor=1');
// The old generation grows by a fifth at a time: by default, it doubles long before it is collected.
setFlagsFromString('--heap-growing-percent=20');

// In a checkout, the sources run without a build. Tests set TRICKLE_BUILT after a build.
const source = new URL('../src/main.ts', import.meta.url);
const isCheckout = existsSync(source) && !process.env.TRICKLE_BUILT;
if (isCheckout) {
  module.registerHooks({
    resolve: (specifier, context, nextResolve) =>
      nextResolve(specifier, { ...context, conditions: ['trickle-source', ...context.conditions] }),
  });
}
const { main } = await import(isCheckout ? source.href : '../dist/main.js');
process.exitCode = await main(process.argv.slice(2));
