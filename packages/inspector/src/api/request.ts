import { adminRequest } from '@trickle/design/admin-request';
import { serverUrl } from '../location/server-url.ts';
import type { InputOf, ResponseOf, Route } from './responses.ts';
import { actionHeaders } from './under-action.ts';

export interface ErrorEntry {
  readonly message: string;
  /** The member that is wrong, such as `emails[0].subject`. */
  readonly attribute?: string | undefined;
}

/** An error that the API responded with, or a failed connection (status 0). */
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

/** The result of a call, or the {@link ApiError} that it ends with. */
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

/** The value of text that is JSON, otherwise the text. */
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
