import { CONTENT_REQUEST } from '../contract/content.ts';
import { ContentFailure } from './content-error.ts';

/** A result as the bytes that the service takes: JSON of an object or array, at most 350 KB. */
export function encodeContent(result: unknown): Uint8Array<ArrayBuffer> {
  if (result instanceof Response) throw unfit('not a Response');
  const text: string | undefined = JSON.stringify(result);
  // The JSON counts, since `toJSON` may make a text of an object.
  if (text === undefined || !/^[[{]/.test(text)) throw unfit(`not ${text}`);
  const bytes = new TextEncoder().encode(text);
  const { maximumBytes } = CONTENT_REQUEST;
  if (bytes.byteLength <= maximumBytes) return bytes;
  throw new ContentFailure(
    `The content is ${bytes.byteLength} bytes long, and the service takes ${maximumBytes}.`,
    500,
  );
}

const unfit = (what: string) =>
  new ContentFailure(`\`resolve\` must give an object or an array, ${what.slice(0, 100)}.`, 500);
