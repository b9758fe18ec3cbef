import { cookieDomains, visitorCookie, visitorIn } from './cookie.ts';
import { randomId } from './random-id.ts';
import type { CallbackResponse, Settings } from './types.ts';

/** Who looks at the page. */
export interface Visitor {
  /** 32 hexadecimal digits. */
  readonly uuid: string;
  /** What callbacks are called with: a success, or a failure when there is an error. */
  response(error?: unknown): CallbackResponse;
  /** Takes over what the server says of the visitor. */
  adopt(uuid: unknown, anonymous: unknown): void;
  /** Writes the cookie, unless it holds the visitor already. */
  keep(): void;
}

/** Reads the cookie, once; a browser that blocks cookies has a visitor for as long as the page is open. */
export function createVisitor({ account, cookiePath = '/' }: Settings): Visitor {
  const stored = readCookie(account);
  let uuid = stored ?? randomId();
  let isKept = stored !== undefined;
  let anonymous = true;

  return {
    get uuid() {
      return uuid;
    },
    response: (error) => ({
      success: error === undefined,
      visitor_uuid: uuid,
      anonymous,
      ...(error !== undefined && { error: `${error}` }),
    }),
    adopt(given, isAnonymous) {
      if (typeof isAnonymous === 'boolean') anonymous = isAnonymous;
      if (given === uuid || !/^[0-9a-f]{32}$/.test(`${given}`)) return;
      uuid = given as string; // 32 digits, as was just tested
      isKept = false;
    },
    keep() {
      if (isKept) return;
      isKept = true;
      try {
        for (const domain of cookieDomains(location.hostname)) {
          const secure = location.protocol === 'https:';
          // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is not everywhere, and is not synchronous
          document.cookie = visitorCookie(account, uuid, { path: cookiePath, domain, secure });
          // A browser drops a cookie for a public suffix such as co.uk without a word.
          if (readCookie(account) === uuid) break;
        }
      } catch {
        // Blocked: see above.
      }
    },
  };
}

function readCookie(account: string): string | undefined {
  try {
    return visitorIn(document.cookie, account);
  } catch {
    return undefined;
  }
}
