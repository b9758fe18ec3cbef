import { transformSync } from 'amaro';
import type { Plugin } from 'rollup';

/** A rollup plugin that blanks out types, as Node does when it runs a `.ts` file. */
export const stripTypes = (): Plugin => ({
  name: 'strip-types',
  transform: (code, id) =>
    id.endsWith('.ts') ? { code: transformSync(code, { mode: 'strip-only' }).code, map: null } : null,
});
