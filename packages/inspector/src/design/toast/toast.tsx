import { signal } from '@preact/signals';
import { callForAccount } from '../../api/accounts.ts';
import { announce } from '../../api/changes.ts';
import { type AccountRoute, ApiError, caught, type OwnInputOf, underAction } from '../../api/request.ts';
import { type RestRequest, type SentRequest, sendRequest } from '../../api/send-request.ts';
import { urlOf } from '../../location/location.ts';
import { Button } from '../button/button.tsx';
import { classes } from '../classes.ts';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
  readonly requestUrl?: string | undefined;
  readonly actionId?: string | undefined;
}

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** Real milliseconds that a toast stays, and one that offers to undo. Errors stay until they are closed. */
const [SHOWN_FOR, UNDO_FOR] = [4000, 30_000];

const close = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
};

/** Shows a short text at the edge of the window, with a link to the request that it is about. */
function notify(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  const id = lastId;
  // Only the last action is offered to be undone here.
  const others = toasts.value.filter(({ actionId }) => actionId === undefined);
  toasts.value = [...others.slice(-2), { id, ...toast }];
  const shownFor = toast.actionId === undefined ? SHOWN_FOR : UNDO_FOR;
  if (toast.tone === 'good') setTimeout(() => close(id), shownFor);
}

const urlOfRequest = (id: unknown): string | undefined =>
  typeof id === 'string' ? urlOf(`/requests/${encodeURIComponent(id)}`) : undefined;

const requestIn = (result: unknown): unknown =>
  typeof result === 'object' && result !== null && 'request_id' in result ? result.request_id : undefined;

const showError = ({ message, requestId }: ApiError): void =>
  notify({ text: message, tone: 'bad', requestUrl: urlOfRequest(requestId) });

/** Ids of actions begin with this, so that those of another tab differ. */
const PAGE = Math.random().toString(36).slice(2);
let lastAction = 0;

async function canUndo(id: string): Promise<boolean> {
  const last = await caught(callForAccount('GET /_admin/actions', {}));
  if (last instanceof ApiError) return false;
  return last.actions.some((action) => action.id === id && action.obstacle === null);
}

/**
 * Runs an action of the user, and shows that it is done or why it failed. Everything on the page is read again. Returns
 * the result, or undefined if it failed. This is where an action begins, so it is also where it can be undone.
 */
export async function attempt<Result>(
  done: string,
  action: () => Promise<Result>,
  onError: (error: ApiError) => void = showError,
): Promise<Result | undefined> {
  lastAction += 1;
  const id = `${PAGE}-${lastAction}`;
  const result = await caught(underAction({ id, title: done }, action));
  if (result instanceof ApiError) {
    onError(result);
    return undefined;
  }
  announce('all');
  const actionId = (await canUndo(id)) ? id : undefined;
  notify({ text: done, tone: 'good', requestUrl: urlOfRequest(requestIn(result)), actionId });
  return result;
}

export async function undo(id: string): Promise<void> {
  const undone = await caught(callForAccount('POST /_admin/actions/{action_id}/undo', { action_id: id }));
  if (undone instanceof ApiError) return showError(undone);
  announce('all');
  notify({ text: 'Undone', tone: 'good' });
}

/** Calls an operation for the chosen account as an action of the user. Returns undefined if it failed. */
export const act = <const R extends AccountRoute>(done: string, route: R, input: OwnInputOf<R>) =>
  attempt(done, () => callForAccount(route, input));

/** Sends a request to the REST API as an action of the user. Returns undefined if it failed. */
export const attemptRequest = (done: string, ...request: RestRequest): Promise<SentRequest | undefined> =>
  attempt(done, () => sendRequest(...request));

export const lastToast = () => lastId;

/**
 * The toasts that are shown now, after one if it is given. A modal dialog covers those of the page, so it has its own: only
 * later ones, since earlier ones would cover its fields.
 */
export const Toasts = ({ after = 0 }: { readonly after?: number }) => (
  <div class="toasts" role="status">
    {toasts.value
      .filter(({ id }) => id > after)
      .map(({ id, text, tone, requestUrl, actionId }) => (
        <div key={id} class={classes('line spread toast', tone)}>
          <span class="wrap">
            {text} {requestUrl && <a href={requestUrl}>Show request</a>}
          </span>
          {actionId && (
            <Button
              look="bare"
              onClick={() => {
                close(id);
                return undo(actionId);
              }}
            >
              Undo
            </Button>
          )}
          <Button look="bare" icon="close" label="Dismiss" onClick={() => close(id)} />
        </div>
      ))}
  </div>
);
