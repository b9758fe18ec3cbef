import { CONTENT_REQUEST } from '../contract/content.ts';
import { ContentFailure } from './content-error.ts';

/** Encodes the content as JSON of an object or array, at most 350 KB. */
export function encodeContent(result: unknown): Uint8Array<ArrayBuffer> {
  if (result instanceof Response) throw invalidResult('not a Response');
  const text: string | undefined = JSON.stringify(result);
  // Tests the JSON, since `toJSON` may turn an object into a string.
  if (text === undefined || !/^[[{]/.test(text)) throw invalidResult(`not ${text}`);
  const bytes = new TextEncoder().encode(text);
  const { maximumBytes } = CONTENT_REQUEST;
  if (bytes.byteLength <= maximumBytes) return bytes;
  throw new ContentFailure(
    `The content has ${bytes.byteLength} bytes; the service accepts at most ${maximumBytes}.`,
    500,
  );
}

const invalidResult = (what: string) =>
  new ContentFailure(`\`resolve\` must return an object or an array, ${what.slice(0, 100)}.`, 500);
