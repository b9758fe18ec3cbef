import { registerHooks } from 'node:module';

/** The modules of the server that tests replace: in all modules, or in one. */
const REPLACED = [
  { module: '/store/open.ts', by: './open-store.ts', importer: '' },
  { module: '/seed/apply.ts', by: './apply-seed.ts', importer: '/src/runtime.ts' },
  { module: '/platform/random.ts', by: './random.ts', importer: '/src/runtime.ts' },
];

/** Gives every module PostgreSQL for the store that the server opens. */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    const replaced = REPLACED.find(
      ({ module, importer }) => specifier.endsWith(module) && parentURL.endsWith(importer),
    );
    const isForTests = replaced !== undefined && !parentURL.includes('/test/postgres/');
    return next(isForTests ? new URL(replaced.by, import.meta.url).href : specifier, context);
  },
});
