import { TrickleError } from '../errors.ts';

/**
 * Thrown when the answer to an exchange is longer than `maxResponseBytes`, counted after decompression; the rest is not
 * read. Check `authUrl`: a token takes a few hundred bytes.
 */
export class OAuthResponseTooLargeError extends TrickleError {
  override readonly name = 'OAuthResponseTooLargeError';
  readonly maxResponseBytes: number;

  constructor(maxResponseBytes: number) {
    super(`The answer to the exchange is longer than ${maxResponseBytes} bytes. Check \`authUrl\`.`);
    this.maxResponseBytes = maxResponseBytes;
  }
}

/** A body that fails once it has more bytes than allowed, and is read no further. */
export function atMost(maxBytes: number, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let size = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > maxBytes) throw new OAuthResponseTooLargeError(maxBytes);
        controller.enqueue(chunk);
      },
    }),
  );
}
