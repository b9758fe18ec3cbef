import { WebhookError } from './webhook-error.ts';

/** Limits of reading a body. */
export interface BodyLimits {
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Reads the body of a request as text, up to the limits. */
export async function readText({ headers, body, bodyUsed }: Request, limits: BodyLimits): Promise<string> {
  if (Number(headers.get('content-length')) > limits.bytes) throw tooLong(limits);
  if (body === null) return '';
  if (body.locked || bodyUsed) throw new TypeError('The body of the request has been read already.');
  const reader = body.getReader();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void reader.cancel();
  }, limits.milliseconds);
  try {
    const text = await readAll(reader, limits);
    // A cancelled stream looks like one that has ended.
    if (isLate) throw tooSlow(limits);
    return text;
  } catch (error) {
    if (isLate) throw tooSlow(limits);
    if (error instanceof WebhookError) throw error;
    throw new WebhookError('The body did not arrive completely.', 400, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, limits: BodyLimits): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > limits.bytes) {
      void reader.cancel();
      throw tooLong(limits);
    }
    text += decoder.decode(value, { stream: true });
  }
}

const tooLong = ({ bytes }: BodyLimits) => new WebhookError(`The body is longer than ${bytes} bytes.`, 413);
const tooSlow = ({ milliseconds }: BodyLimits) =>
  new WebhookError(`The body did not arrive within ${milliseconds} ms.`, 408);
