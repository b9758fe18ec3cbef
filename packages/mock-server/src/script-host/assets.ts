import { createHash } from 'node:crypto';
import type { ScriptConfig } from './config.ts';

/** The minified page script. In a checkout it is built at its first use, which is why it is loaded late. */
const scripts = () => import('@trickle/browser-script/bundle');

/** The page script of an account, with its configuration inside. */
export const accountScript = async (config: ScriptConfig): Promise<string> =>
  (await scripts()).accountScript(config);

/** The forms of the page script: a module. */
export const formsScript = async (): Promise<string> => (await scripts()).formsScript();

let pinned: Promise<PinnedScript> | undefined;

/** The page script of this version, which stays as it is and can be pinned by its hash. */
export interface PinnedScript {
  readonly version: string;
  readonly text: string;
  /** What the attribute `integrity` of a script element takes. */
  readonly integrity: string;
}

/** The page script of this version. */
export function pinnedScript(): Promise<PinnedScript> {
  pinned ??= readPinned();
  return pinned;
}

async function readPinned(): Promise<PinnedScript> {
  const { pinnedScript, VERSION } = await scripts();
  const text = await pinnedScript();
  const integrity = `sha384-${createHash('sha384').update(text).digest('base64')}`;
  return { version: VERSION, text, integrity };
}
