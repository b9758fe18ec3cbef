import type { CDPSession, Page } from '@playwright/test';
import type { Reply } from './reply.ts';

/** A request that Chromium has paused. */
interface PausedRequest {
  readonly requestId: string;
  /** Absent for requests that a page sends while it is left. */
  readonly networkId?: string | undefined;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly postDataEntries?: readonly { readonly bytes?: string | undefined }[] | undefined;
  };
}

type Answer = (request: Request) => Promise<Reply | undefined>;

/**
 * Answers what pages send while they are left, such as beacons: Playwright lets these requests of Chromium go to the
 * network. In other browsers, does nothing.
 */
export class LastRequests {
  readonly #patterns: readonly { readonly urlPattern: string }[];
  readonly #answer: Answer;
  readonly #sessions = new WeakMap<Page, Promise<CDPSession>>();

  constructor(origins: readonly string[], answer: Answer) {
    this.#patterns = origins.map((origin) => ({ urlPattern: `${origin}/*` }));
    this.#answer = answer;
  }

  /**
   * Answers the last requests of a page's documents. Chromium may miss the document that it loads at the same time, so
   * this is called again for a document that is there.
   */
  async answerFor(page: Page): Promise<void> {
    if (page.context().browser()?.browserType().name() !== 'chromium') return;
    const session = this.#sessions.get(page) ?? this.#open(page);
    this.#sessions.set(page, session);
    await (await session).send('Fetch.enable', { patterns: [...this.#patterns] });
  }

  async #open(page: Page): Promise<CDPSession> {
    const session = await page.context().newCDPSession(page);
    session.on('Fetch.requestPaused', (paused) => void answerPaused(session, paused, this.#answer));
    // With `reuseContext`, the page stays for the next test, whose requests would wait for this session.
    page.once('close', () => void session.detach().catch(ignoreClosedPage));
    return session;
  }
}

/** Ignores that a command came too late: the page is closed, or has cancelled its request. */
export const ignoreClosedPage = (): void => {};

async function answerPaused(session: CDPSession, paused: PausedRequest, answer: Answer): Promise<void> {
  const { requestId, networkId, request } = paused;
  if (networkId !== undefined) {
    // Playwright routes this request.
    await session.send('Fetch.continueRequest', { requestId }).catch(ignoreClosedPage);
    return;
  }
  const reply = await answer(requestOf(request));
  const sent =
    reply === undefined
      ? session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionFailed' })
      : session.send('Fetch.fulfillRequest', { requestId, ...fulfillmentOf(reply) });
  await sent.catch(ignoreClosedPage);
}

const fulfillmentOf = ({ status, headers, body }: Reply) => ({
  responseCode: status,
  responseHeaders: Object.entries(headers).flatMap(([name, values]) =>
    values.split('\n').map((value) => ({ name, value })),
  ),
  body: body.toString('base64'),
});

function requestOf({ url, method, headers, postDataEntries = [] }: PausedRequest['request']): Request {
  const parts = postDataEntries.map(({ bytes = '' }) => Buffer.from(bytes, 'base64'));
  return new Request(url, { method, headers, body: parts.length === 0 ? null : Buffer.concat(parts) });
}
