import { createHash } from 'node:crypto';
import type { Context as Http } from 'hono';
import { ANY_ORIGIN } from '../http/cors.ts';
import { RecentTexts } from '../http/encoded-text.ts';
import type { ScriptConfig } from './config.ts';

/** Loads the minified page script. In a checkout, it is built on first use. */
const scripts = () => import('@trickle/browser-script/bundle');

/** The page script of an account, including its configuration. */
export const accountScript = async (config: ScriptConfig): Promise<string> =>
  (await scripts()).accountScript(config);

export const formsScript = async (): Promise<string> => (await scripts()).formsScript();

let pinned: Promise<PinnedScript> | undefined;

/** The page script of this version. Its content is immutable, so pages can pin its hash. */
export interface PinnedScript {
  readonly version: string;
  readonly text: string;
  /** The value for the attribute `integrity`. */
  readonly integrity: string;
}

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

/** Every account has a script of its own. */
const answered = new RecentTexts(64);

export async function answerScript(http: Http, text: string, isImmutable = false): Promise<Response> {
  const script = await answered.get(text, () => text);
  return script(http.req.raw.headers, {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...ANY_ORIGIN,
  });
}
