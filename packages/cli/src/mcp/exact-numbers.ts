import { randomUUID } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { parseRecordJson } from '../operations/record-json.ts';
import { isObject, tryParseJson } from '../parse-json.ts';

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
        if (message === undefined) return line;
        const rounded = tryParseJson(line);
        if (isObject(message) && isObject(rounded)) {
          markNumber(message, rounded, 'id');
          if (isObject(message.params) && isObject(rounded.params))
            markNumber(message.params, rounded.params, 'requestId');
        }
        return JSON.stringify(message);
      })
      .join('\n'),
  );

/** Precedes the digits of an id that is a number. Random, so that it occurs in no other id. */
const MARK = `${randomUUID()} `;

function markNumber(exact: Record<string, unknown>, rounded: Record<string, unknown>, name: string): void {
  if (typeof rounded[name] === 'number' && typeof exact[name] === 'string') exact[name] = MARK + exact[name];
}

/** Writes answers to standard output. An id has the type and the digits that it came with. */
export class ExactIds extends StdioServerTransport {
  override async send(message: JSONRPCMessage): Promise<void> {
    const { id } = message as { readonly id?: unknown }; // notifications have none
    if (typeof id !== 'string' || !id.startsWith(MARK)) return await super.send(message);
    const digits = Reflect.get(JSON, 'rawJSON')(id.slice(MARK.length));
    await super.send({ ...message, id: digits });
  }
}
