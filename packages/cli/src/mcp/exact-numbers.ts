import { Transform, type TransformCallback } from 'node:stream';
import { parseRecordJson } from '../operations/record-json.ts';
import { tryParseJson } from '../parse-json.ts';

/**
 * Passes messages on, a line each. Numbers whose digits `JSON.parse` would lose become text: ids of 19 digits, and `10.50` in
 * custom fields.
 */
// Unspecified: U-334
export class ExactNumbers extends Transform {
  #rest: Buffer[] = [];

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    const end = chunk.lastIndexOf('\n') + 1;
    if (end > 0) {
      this.push(exactly(Buffer.concat([...this.#rest, chunk.subarray(0, end)])));
      this.#rest = [];
    }
    if (end < chunk.length) this.#rest.push(chunk.subarray(end));
    done();
  }

  override _flush(done: TransformCallback): void {
    done(null, Buffer.concat(this.#rest));
  }
}

const exactly = (lines: Buffer): Buffer =>
  Buffer.from(
    lines
      .toString()
      .split('\n')
      .map((line) => {
        const message = tryParseJson(line, parseRecordJson);
        return message === undefined ? line : JSON.stringify(message);
      })
      .join('\n'),
  );
