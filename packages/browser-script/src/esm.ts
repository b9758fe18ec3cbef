import { guarded } from './guard.ts';
import { start } from './start.ts';
import type {
  CallbackResponse,
  Callbacks,
  Command,
  PageSettings,
  Person,
  Properties,
  Settings,
} from './types.ts';

export type { CallbackResponse, Callbacks, PageSettings, Person, Properties, Settings };

const hasPage = (): boolean => typeof window !== 'undefined' && typeof document !== 'undefined';

/**
 * Starts the script on the page; only the first call does anything, and none does when rendered on a server.
 *
 * @param settings `account`, and `host`: the URL of the script host, by default the origin of the page.
 */
export function load({ account, host, cookiePath }: Pick<Settings, 'account'> & PageSettings): void {
  if (!hasPage()) return;
  guarded(() => start({ account: `${account}`, host: host ?? location.origin, cookiePath }))();
}

/**
 * Creates or updates the person who looks at the page. May be called before `load`, and waits for it then.
 * The promise never rejects: look at `success` and `error`.
 */
export const identify = (person: Person): Promise<CallbackResponse> =>
  push((callbacks) => ['identify', person, callbacks]);

/**
 * Records an event of the person who looks at the page. May be called before `load`, and waits for it then.
 * The promise never rejects: look at `success` and `error`.
 */
export const track = (action: string, properties: Properties = {}): Promise<CallbackResponse> =>
  push((callbacks) => ['track', action, properties, callbacks]);

function push(command: (callbacks: Callbacks) => Command): Promise<CallbackResponse> {
  return new Promise((resolve) => {
    if (!hasPage()) {
      resolve({ success: false, visitor_uuid: '', anonymous: true, error: 'there is no page here' });
      return;
    }
    window._dcq = window._dcq ?? [];
    window._dcq.push(command({ success: resolve, failure: resolve }));
  });
}
