import { registerHooks } from 'node:module';

const STORE = new URL('./open-store.ts', import.meta.url).href;

/** Gives every module PostgreSQL for the store that the server opens. */
registerHooks({
  resolve(specifier, context, next) {
    const isForTests =
      specifier.endsWith('/store/open.ts') && !context.parentURL?.includes('/test/postgres/');
    return next(isForTests ? STORE : specifier, context);
  },
});
