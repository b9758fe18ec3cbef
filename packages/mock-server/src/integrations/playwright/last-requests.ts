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
 * Answers what a page sends while it is left, such as beacons: Playwright lets these requests of Chromium go to the
 * network. In other browsers, does nothing.
 */
export async function answerLastRequests(
  page: Page,
  origins: readonly string[],
  answer: Answer,
): Promise<void> {
  const context = page.context();
  if (context.browser()?.browserType().name() !== 'chromium') return;
  const session = await context.newCDPSession(page);
  session.on('Fetch.requestPaused', (paused) => void answerPaused(session, paused, answer));
  await session.send('Fetch.enable', { patterns: origins.map((origin) => ({ urlPattern: `${origin}/*` })) });
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
