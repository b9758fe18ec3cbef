import { adminRequest } from '@trickle/design/admin-request';
import type { Inputs, Responses } from '@trickle/mock-server/admin';
import { serverUrl } from '../location/server-url.ts';

export interface ErrorEntry {
  readonly message: string;
  /** The member that is wrong, such as `emails[0].subject`. */
  readonly attribute?: string | undefined;
}

export class ApiError extends Error {
  readonly status: number;
  readonly entries: readonly ErrorEntry[];
  readonly requestId: string | null;

  constructor(status: number, entries: readonly ErrorEntry[], requestId: string | null = null) {
    super(entries.map(({ message }) => message).join(' '));
    this.name = 'ApiError';
    this.status = status;
    this.entries = entries;
    this.requestId = requestId;
  }

  get messages(): readonly string[] {
    return this.entries.map(({ message }) => message);
  }
}

export const caught = <Result>(call: Promise<Result>): Promise<Result | ApiError> =>
  call.catch((error: unknown) => {
    if (error instanceof ApiError) return error;
    throw error;
  });

/**
 * Calls an operation of the admin API: `callApi('GET /_admin/jobs', { state: 'waiting' })`. Placeholders of the route
 * are members of the input.
 *
 * @throws {@link ApiError}
 */
export async function callApi<const R extends Route>(
  route: R,
  input: InputOf<R>,
  signal?: AbortSignal,
): Promise<ResponseOf<R>> {
  const { path, ...request } = adminRequest(route, input);
  const response = await send(path, {
    method: request.method,
    ...(signal && { signal }),
    headers: {
      ...(request.method !== 'GET' && actionHeaders()),
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(request.body !== undefined && { body: request.body }),
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, entriesIn(text, response.status));
  return (text === '' ? undefined : JSON.parse(text)) as ResponseOf<R>; // as the operation declares
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Reads a JSON object that the user wrote, or says why it is none. The server checks its members. */
export function parseObject(text: string): object | ApiError {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    return new ApiError(0, [{ message: 'This must be a JSON object.' }]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    return new ApiError(0, [{ message: `This is not JSON: ${reason}` }]);
  }
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(serverUrl(path), init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, [{ message: 'The server does not answer. Is it still running?' }]);
  }
}

export function entriesIn(text: string, status: number): readonly ErrorEntry[] {
  try {
    const { errors } = JSON.parse(text) as { errors?: readonly ErrorEntry[] }; // the API's errors
    if (errors?.length) return errors;
  } catch {
    // Not JSON: the text is the message.
  }
  return [{ message: text.trim() || `The server answered ${status}.` }];
}

export type Route = keyof Inputs & keyof Responses;

export type ReadRoute = Extract<Route, `GET ${string}` | 'POST /_admin/emails/preview'>;

export type InputOf<R extends Route> = Inputs[R];

export type AccountRoute = { [R in Route]: 'account_id' extends keyof Inputs[R] ? R : never }[Route];

export type OwnInputOf<R extends Route> = Omit<Inputs[R], 'account_id'>;

export type ResponseOf<R extends Route> = Responses[R];

export type ListIn<R extends Route> = {
  [Name in keyof Responses[R]]: Responses[R][Name] extends readonly unknown[] ? Name : never;
}[keyof Responses[R]];

export type Item<
  R extends Route,
  Member extends ListIn<R>,
> = Responses[R][Member] extends readonly (infer Element)[] ? Element : never;

interface ActionName {
  readonly id: string;
  readonly title: string;
}

let current: ActionName | undefined;

/** Runs an action of the user: the server copies the account before its first call, so that it can be undone. */
export async function underAction<Result>(action: ActionName, work: () => Promise<Result>): Promise<Result> {
  current = action;
  try {
    return await work();
  } finally {
    if (current === action) current = undefined;
  }
}

const actionHeaders = (): Readonly<Record<string, string>> =>
  current ? { 'trickle-action': `${current.id} ${encodeURIComponent(current.title)}` } : {};
