import type { Config } from '../src/config.ts';
import { bundle, bundleForms } from './bundle.ts';

/** The version of the package, which is in the URL of pinned scripts. */
export const VERSION = '0.1.0';

/** Returns the page script of an account, minified, with its configuration. */
export async function accountScript(config: Config): Promise<string> {
  const script = await bundle(config.visits === undefined && !config.forms ? 'plain' : 'full');
  return script.replace('TRICKLE_CONFIG', () => JSON.stringify(config));
}

/** Returns the pinned page script of this version, minified, the same for every account. */
export const pinnedScript = (): Promise<string> => bundle('pinned');

/** Returns the forms, minified: a module that exports `startForms`. */
export const formsScript = (): Promise<string> => bundleForms();
