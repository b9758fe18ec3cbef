import type { Call } from './answers.ts';

/** An error that the admin API answered with, or a failed connection (status 0). */
export class ApiError extends Error {
  readonly status: number;
  /** One message per error of the response. */
  readonly messages: readonly string[];

  constructor(status: number, messages: readonly string[]) {
    super(messages.join(' '));
    this.name = 'ApiError';
    this.status = status;
    this.messages = messages;
  }
}

/** The values that a query parameter may have. Undefined and empty ones are left out. */
export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

/** The input of a call. */
export interface CallInput {
  readonly query?: Parameters;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** JSON that is sent as it is, in place of `body`. */
  readonly text?: string;
  readonly signal?: AbortSignal;
}

/** A route with path parameters, made by {@link inRoute}. */
export type FilledRoute = string & { readonly isFilled: true };

/**
 * Calls an operation of the admin API, such as `GET /clock`. The caller names the type of the response.
 *
 * @throws {@link ApiError}
 */
export async function callApi<Result = undefined>(
  route: Call | FilledRoute,
  {
    query = {},
    body,
    text: sent = body === undefined ? undefined : JSON.stringify(body),
    signal,
  }: CallInput = {},
): Promise<Result> {
  const [method = 'GET', path = ''] = route.split(' ');
  const response = await send(`/_admin${path}${searchOf(query)}`, {
    method,
    ...(signal && { signal }),
    ...(sent !== undefined && {
      body: sent,
      headers: { 'content-type': 'application/json' },
    }),
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, messagesIn(text, response.status));
  return (text === '' ? undefined : JSON.parse(text)) as Result; // as the API's documents say
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, ['The server does not answer. Is it still running?']);
  }
}

/** Encodes path parameters: inRoute`POST /jobs/${id}/run`. */
export const inRoute = ([first, ...rest]: TemplateStringsArray, ...values: readonly string[]): FilledRoute =>
  // The literal part begins with the method.
  `${first}${rest.map((text, i) => encodeURIComponent(values[i] ?? '') + text).join('')}` as FilledRoute;

function searchOf(query: Parameters): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

/** The messages of an error's JSON body, or its text. */
export function messagesIn(text: string, status: number): readonly string[] {
  try {
    const { errors } = JSON.parse(text) as { errors?: readonly { message: string }[] }; // the API's errors
    if (errors?.length) return errors.map(({ message }) => message);
  } catch {
    // Not JSON: the text is the message.
  }
  return [text.trim() || `The server answered ${status}.`];
}
