import { type Endpoint, type LinkTemplates, MEDIA_TYPE, type Page } from '@trickle/sdk/contract';
import { textResponse } from './recordable-response.ts';

/** A handler's result: the value that the SDK method returns, and the location of a new record. */
export interface Reply<Output = unknown> {
  readonly output: Output;
  /** The `Location` header, if the endpoint has one. */
  readonly location?: string;
  /** The `meta` of a sorted collection without pages. */
  readonly meta?: Readonly<Record<string, string>>;
}

/** Serializes a reply to a response. */
export function render(
  { status, response, location: hasLocation }: Endpoint,
  { output, location, meta }: Reply,
  baseUrl: string,
  limitHeaders: Readonly<Record<string, string>>,
): Response {
  const headers: Record<string, string> = {
    ...limitHeaders,
    ...(hasLocation && location !== undefined && { location }),
  };
  if (response.kind === 'none') return new Response(null, { status, headers });
  headers['content-type'] = MEDIA_TYPE;
  const links = response.links && { links: linksAt(response.links, baseUrl) };
  const body = { ...links, ...(meta && { meta }), ...payload(response, output) };
  return textResponse(JSON.stringify(body), { status, headers });
}

function payload({ kind, name }: Endpoint['response'], output: unknown): object {
  switch (kind) {
    case 'one': {
      const { linked, ...record } = output as { linked?: unknown }; // a resource of the contract
      return { [name]: [record], ...(linked !== undefined && { linked }) };
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

/** Link templates with the server's URL. */
const linksAt = (templates: LinkTemplates, baseUrl: string): LinkTemplates =>
  Object.fromEntries(
    Object.entries(templates).map(([name, url]) => [name, url.replace('{base_url}', baseUrl)]),
  );
