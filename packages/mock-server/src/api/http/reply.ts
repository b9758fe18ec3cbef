import { type Endpoint, type LinkTemplates, MEDIA_TYPE, type Page } from '@trickle/sdk/contract';
import type { RecordedResponse, RequestEntry } from '../../observe/request-log/log.ts';

/** A handler's result: the value that the SDK method returns, and the location of a new record. */
export interface Reply<Output = unknown> {
  readonly output: Output;
  /** The `Location` header, if the endpoint has one. */
  readonly location?: string;
  /** The `meta` of a sorted collection without pages. */
  readonly meta?: Readonly<Record<string, string>>;
  /** Whether the output comes from the cache, so that its JSON is made once. */
  readonly isCached?: boolean;
}

export interface TextResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null without a body. */
  readonly text: string | null;
}

/** Makes a response, and records it in the request's entry. */
export function respond({ status, headers, text }: TextResponse, entry?: RequestEntry): Response {
  if (entry) entry.response = text === null ? undefined : recordOf(text, headers);
  if (text === null) return new Response(null, { status, headers });
  // Without a length, a client behind msw waits for the end of the connection, and creates an error for it.
  const length = { 'content-length': String(Buffer.byteLength(text)) };
  return new Response(text, { status, headers: { ...length, ...headers } });
}

/** The recorded part of a response body, in characters. */
// Unspecified: U-189
const MAX_RECORDED = 65_536;

function recordOf(text: string, headers: TextResponse['headers']): RecordedResponse {
  if (text.length <= MAX_RECORDED) return { headers, body: text, isTruncated: false };
  // A slice would keep the whole text in memory.
  const body = Buffer.from(text.slice(0, MAX_RECORDED)).toString('utf8');
  return { headers, body, isTruncated: true };
}

export function render(
  { status, response, location: hasLocation }: Endpoint,
  { output, location, meta, isCached = false }: Reply,
  baseUrl: string,
  limitHeaders: TextResponse['headers'],
): TextResponse {
  const headers: Record<string, string> = {
    ...limitHeaders,
    ...(hasLocation && location !== undefined && { location }),
  };
  if (response.kind === 'none') return { status, headers, text: null };
  headers['content-type'] = MEDIA_TYPE;
  const stringify = () => {
    const links = response.links && linksAt(response.links, baseUrl);
    return JSON.stringify({ links, meta, ...payload(response, output) });
  };
  return { status, headers, text: isCached ? textOnce(output as object, stringify) : stringify() };
}

/** The JSON of cached outputs. */
const texts = new WeakMap<object, string>();

function textOnce(output: object, stringify: () => string): string {
  const text = texts.get(output) ?? stringify();
  texts.set(output, text);
  return text;
}

function payload({ kind, name }: Endpoint['response'], output: unknown): object {
  switch (kind) {
    case 'one': {
      const { linked } = output as { linked?: unknown }; // a resource of the contract
      if (linked === undefined) return { [name]: [output] };
      return { [name]: [{ ...(output as object), linked: undefined }], linked };
    }
    case 'many':
      return { [name]: output };
    case 'page': {
      const { items, meta } = output as Page<unknown>;
      return { meta, [name]: items };
    }
    case 'bare':
      return output as object;
    default:
      return {};
  }
}

/** Link templates with the server's URL. Most servers have one, so the last ones are kept. */
function linksAt(templates: LinkTemplates, baseUrl: string): LinkTemplates {
  const last = lastLinks.get(templates);
  if (last?.baseUrl === baseUrl) return last.links;
  const links = Object.fromEntries(
    Object.entries(templates).map(([name, url]) => [name, url.replace('{base_url}', baseUrl)]),
  );
  lastLinks.set(templates, { baseUrl, links });
  return links;
}

const lastLinks = new WeakMap<LinkTemplates, { readonly baseUrl: string; readonly links: LinkTemplates }>();

export const WARNINGS_HEADER = 'x-trickle-warnings';

/** Maximum length of the header. */
const MAX_LENGTH = 2000;

/** Formats warnings as an ASCII header value. */
export function warningsLine(warnings: readonly string[]): string {
  // Lone surrogates cannot be encoded; pairs count as one letter.
  const text = warnings.join('; ').slice(0, MAX_LENGTH).toWellFormed();
  const line = text.replaceAll(/[^\x20-\x7e]/gu, (letter) => encodeURIComponent(letter));
  return line.length > MAX_LENGTH || text.length === MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}...` : line;
}

/** Redirects to a stored URL. `Location` is the normalized URL: ASCII without line breaks. Undefined if the text is not an absolute URL. */
export function redirectTo(url: string, status: 302 | 303): Response | undefined {
  const target = URL.parse(url);
  if (target === null) return undefined;
  const headers = { location: target.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return new Response(null, { status, headers });
}
