import type { InputOf, ResponseOf, Route } from './responses.ts';

/** An error that the admin API responded with, or a failed connection (status 0). */
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
  const [method = 'GET', template = ''] = route.split(' ');
  const members = new Map<string, unknown>(Object.entries(input));
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(members.get(name));
    members.delete(name);
    return encodeURIComponent(value);
  });
  const hasBody = method === 'POST' || method === 'PUT';
  const response = await send(hasBody ? path : `${path}${searchOf(members)}`, {
    method,
    ...(signal && { signal }),
    ...(hasBody && {
      body: JSON.stringify(Object.fromEntries(members)),
      headers: { 'content-type': 'application/json' },
    }),
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, messagesIn(text, response.status));
  return (text === '' ? undefined : JSON.parse(text)) as ResponseOf<R>; // as the operation declares
}

/**
 * Reads a JSON object that the user wrote. The server checks its members.
 *
 * @throws {@link ApiError}
 */
export function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    throw new ApiError(0, [`This is not JSON: ${error instanceof Error ? error.message : error}`]);
  }
  throw new ApiError(0, ['This must be a JSON object.']);
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, ['The server does not answer. Is it still running?']);
  }
}

/** Query parameters. Undefined and empty ones are left out. */
function searchOf(members: ReadonlyMap<string, unknown>): string {
  const entries = [...members].flatMap(([name, value]) =>
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
