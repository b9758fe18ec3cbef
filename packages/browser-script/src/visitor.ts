import { cookieDomains, visitorCookie, visitorIn } from './cookie.ts';
import { randomId } from './random-id.ts';
import type { Result } from './result.ts';
import type { CallbackResponse, Settings } from './types.ts';

/** Who looks at the page. */
export interface Visitor {
  /** 32 hexadecimal digits; empty before anything may be read. */
  readonly uuid: string;
  /** Whether the cookie of this browser did not hold the visitor. */
  isNew(): boolean;
  /** What callbacks are called with: a success, or a failure when there is an error. */
  response(error?: unknown): CallbackResponse;
  /** Takes over what the server says of the visitor. */
  adopt(result: Result): void;
  /** Writes the cookie, unless it holds the visitor already. */
  keep(): void;
}

/**
 * Reads the cookie, once, when the visitor is asked for; a browser that blocks cookies has a visitor for as long as
 * the page is open.
 */
export function createVisitor({ account, cookiePath = '/' }: Settings, isOpen: () => boolean): Visitor {
  let uuid = '';
  let isKept = true;
  let isNew = false;
  let anonymous = true;
  const find = () => {
    if (!uuid && isOpen()) {
      uuid = readCookie(account) ?? '';
      isKept = !!uuid;
      isNew = !isKept;
      uuid = uuid || randomId();
    }
    return uuid;
  };

  return {
    get uuid() {
      return find();
    },
    isNew: () => isNew,
    response: (error) => ({
      success: error === undefined,
      visitor_uuid: find(),
      anonymous,
      ...(error !== undefined && { error: `${error}` }),
    }),
    adopt({ visitor_uuid, anonymous: isAnonymous, renew }) {
      if (typeof isAnonymous === 'boolean') anonymous = isAnonymous;
      if (renew) isKept = false;
      if (visitor_uuid === uuid || !/^[0-9a-f]{32}$/.test(`${visitor_uuid}`)) return;
      uuid = visitor_uuid as string; // 32 digits, as was just tested
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
