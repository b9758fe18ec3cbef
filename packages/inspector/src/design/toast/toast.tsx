import { signal } from '@preact/signals';
import { callForAccount } from '../../api/accounts.ts';
import { announce } from '../../api/changes.ts';
import { ApiError } from '../../api/request.ts';
import type { AccountRoute, OwnInputOf } from '../../api/responses.ts';
import { type RestRequest, type SentRequest, sendRequest } from '../../api/send-request.ts';
import { urlOf } from '../../location/location.ts';
import { Button } from '../button/button.tsx';
import { classes } from '../classes.ts';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
  /** The URL of the request that did it. */
  readonly requestUrl: string | undefined;
}

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** Real milliseconds that a toast stays. Errors stay until they are closed. */
const SHOWN_FOR = 4000;

const close = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
};

/** Shows a short text at the edge of the window, with a link to the request that it is about. */
function notify(text: string, tone: Toast['tone'] = 'good', requestUrl?: string): void {
  lastId += 1;
  const id = lastId;
  toasts.value = [...toasts.value.slice(-2), { id, text, tone, requestUrl }];
  if (tone === 'good') setTimeout(() => close(id), SHOWN_FOR);
}

const urlOfRequest = (id: unknown): string | undefined =>
  typeof id === 'string' ? urlOf(`/requests/${encodeURIComponent(id)}`) : undefined;

const requestIn = (result: unknown): unknown =>
  typeof result === 'object' && result !== null && 'request_id' in result ? result.request_id : undefined;

const showError = ({ message, requestId }: ApiError): void => notify(message, 'bad', urlOfRequest(requestId));

/**
 * Runs an action of the user, and shows that it is done or why it failed. Everything on the page is read again. Returns
 * the result, or undefined if it failed.
 */
export async function attempt<Result>(
  done: string | ((result: Result) => string),
  action: () => Promise<Result>,
  onError: (error: ApiError) => void = showError,
): Promise<Result | undefined> {
  try {
    const result = await action();
    announce('all');
    notify(typeof done === 'string' ? done : done(result), 'good', urlOfRequest(requestIn(result)));
    return result;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    onError(error);
    return undefined;
  }
}

/** Calls an operation for the chosen account as an action of the user. Returns undefined if it failed. */
export const act = <const R extends AccountRoute>(done: string, route: R, input: OwnInputOf<R>) =>
  attempt(done, () => callForAccount(route, input));

/** Sends a request to the REST API as an action of the user. Returns undefined if it failed. */
export const attemptRequest = (done: string, ...request: RestRequest): Promise<SentRequest | undefined> =>
  attempt(done, () => sendRequest(...request));

/** All toasts that are shown now. A modal dialog covers those of the page, so it has its own. */
export const Toasts = () => (
  <div class="toasts" role="status">
    {toasts.value.map(({ id, text, tone, requestUrl }) => (
      <div key={id} class={classes('toast', tone)}>
        <span class="wrap">
          {text} {requestUrl && <a href={requestUrl}>Show request</a>}
        </span>
        <Button look="bare" icon="close" label="Dismiss" onClick={() => close(id)} />
      </div>
    ))}
  </div>
);
