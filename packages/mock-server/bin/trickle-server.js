#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(
    `trickle-server: needs Node.js 22.13 or newer, and this is ${process.versions.node}\n`,
  );
  process.exit(1);
}

module.enableCompileCache();

// In a checkout the sources run as they are: nothing has to be built first. Its tests set TRICKLE_BUILT after a build.
const source = new URL('../src/cli/index.ts', import.meta.url);
const isCheckout = existsSync(source) && !process.env.TRICKLE_BUILT;
if (isCheckout) {
  module.registerHooks({
    resolve: (specifier, context, nextResolve) =>
      nextResolve(specifier, { ...context, conditions: ['trickle-source', ...context.conditions] }),
  });
}
const { main } = await import(isCheckout ? source.href : '../dist/cli/index.js');
await main();
