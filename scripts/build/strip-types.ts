import { transformSync } from 'amaro';
import type { Plugin } from 'rollup';

function strip(code: string, tsx: boolean): string {
  // The types of amaro lack the member `parser`.
  const options = { mode: 'strip-only', parser: { syntax: 'typescript', tsx } } as const;
  return transformSync(code, options).code;
}

/** A rollup plugin that blanks out types, like Node.js when it runs a `.ts` file. JSX stays. */
export const stripTypes = (): Plugin => ({
  name: 'strip-types',
  transform: (code, id) => (/\.tsx?$/.test(id) ? { code: strip(code, id.endsWith('x')), map: null } : null),
});
