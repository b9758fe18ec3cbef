import type { Config } from '../src/config.ts';
import { bundle, bundleForms } from './bundle.ts';

/** The version of the package, which pinned scripts are asked for by. */
export const VERSION = '0.1.0';

/** The page script of an account, minified, with its configuration inside. */
export async function accountScript(config: Config): Promise<string> {
  const script = await bundle(config.visits === undefined && !config.forms ? 'plain' : 'full');
  return script.replace('TRICKLE_CONFIG', () => JSON.stringify(config));
}

/** The page script of this version, minified, the same for every account. */
export const pinnedScript = (): Promise<string> => bundle('pinned');

/** The forms, minified: a module that exports `startForms`. */
export const formsScript = (): Promise<string> => bundleForms();
