import { RecentTexts } from '../http/encoded-text.ts';
import { WRITTEN_URL } from './document.ts';

/** The most copies of a document that are stored. The URL in a copy may come from the Host header. */
const MAX_COPIES = 8;

interface Document {
  readonly text: string;
  readonly headers: Headers;
}

/**
 * Answers a large document with the URL of the server that was asked. The document is made once, and its bytes once for
 * each URL, since either takes long enough to hold up other requests.
 */
export function storedCopies(make: () => Promise<Document>, written: (baseUrl: string) => string) {
  let document: Promise<Document> | undefined;
  const copies = new RecentTexts(MAX_COPIES);
  return async (baseUrl: string, request: Headers): Promise<Response> => {
    document ??= make();
    const { text, headers } = await document;
    const copy = await copies.get(baseUrl, () => text.replaceAll(WRITTEN_URL, () => written(baseUrl)));
    return copy(request, { ...Object.fromEntries(headers), 'cache-control': 'no-cache' });
  };
}
