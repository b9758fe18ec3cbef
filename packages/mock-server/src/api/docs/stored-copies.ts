import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { WRITTEN_URL } from './document.ts';

/** How many copies of a document are stored. The URL in a copy may come from the Host header. */
const MAX_COPIES = 8;

interface Document {
  readonly text: string;
  readonly headers: Headers;
}

interface Copy {
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly compressed: Uint8Array<ArrayBuffer>;
}

/**
 * Answers a large document with the URL of the server that was asked. The document is made once, and its bytes once for
 * each URL, since either takes long enough to hold up other requests.
 */
export function storedCopies(make: () => Promise<Document>, written: (baseUrl: string) => string) {
  let document: Promise<Document> | undefined;
  const copies = new Map<string, Promise<Copy>>();
  const copyFor = (baseUrl: string): Promise<Copy> => {
    document ??= make();
    const copy = copies.get(baseUrl) ?? document.then((made) => copyOf(made, written(baseUrl)));
    copies.set(baseUrl, copy);
    const [oldest] = copies.keys();
    if (copies.size > MAX_COPIES && oldest !== undefined) copies.delete(oldest);
    return copy;
  };
  return async (baseUrl: string, accepted = ''): Promise<Response> => {
    const { headers: common, bytes, compressed } = await copyFor(baseUrl);
    const headers = new Headers(common);
    headers.set('vary', 'accept-encoding');
    if (!acceptsGzip(accepted)) return new Response(bytes, { headers });
    headers.set('content-encoding', 'gzip');
    return new Response(compressed, { headers });
  };
}

/** Whether a header `accept-encoding` names gzip with a weight above 0. */
const acceptsGzip = (accepted: string): boolean =>
  accepted.split(',').some((one) => {
    const [name = '', weight = 'q=1'] = one.split(';').map((part) => part.trim().toLowerCase());
    return name === 'gzip' && Number(weight.slice(2)) > 0;
  });

const compress = promisify(gzip);

async function copyOf({ text, headers }: Document, url: string): Promise<Copy> {
  const bytes = Buffer.from(text.replaceAll(WRITTEN_URL, () => url));
  return { headers, bytes, compressed: new Uint8Array(await compress(bytes)) };
}
