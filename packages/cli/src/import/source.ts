import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { failing } from '../files/file-error.ts';
import { UsageError } from '../terminal/exit-signal.ts';

const HEAD = 65_536;

/** A file or standard input, read once from the beginning. */
export interface Source {
  readonly name: string;
  /** In bytes; undefined for a pipe. */
  readonly size: number | undefined;
  readonly position: number;
  readonly head: Buffer;
  /** The whole source, including the beginning. Call it once. */
  bytes(): AsyncGenerator<Buffer, void, undefined>;
  close(): void;
}

/** Opens a file by its path; `-` is standard input. */
export async function openSource(
  file: string,
  stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean },
): Promise<Source> {
  if (file !== '-') return await openFile(file);
  if (stdin.isTTY)
    throw new UsageError('Standard input is a terminal. Pipe records into it, or name a file.');
  return await begin(stdin, 'standard input', undefined);
}

export async function openFile(file: string): Promise<Source> {
  const size = await sizeOf(file);
  return await begin(createReadStream(file, { highWaterMark: HEAD }), file, size);
}

async function sizeOf(file: string): Promise<number | undefined> {
  const stats = await stat(file).catch(failing('read', file));
  if (stats.isDirectory()) throw new UsageError(`cannot read ${file}: it is a directory`);
  return stats.isFile() ? stats.size : undefined;
}

async function begin(stream: NodeJS.ReadableStream, name: string, size: number | undefined): Promise<Source> {
  const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer | string>;
  const first: Buffer[] = [];
  let position = 0;
  const next = async (): Promise<Buffer | undefined> => {
    const { done, value } = await iterator.next();
    if (done) return undefined;
    const chunk = Buffer.from(value);
    position += chunk.length;
    return chunk;
  };
  while (position < HEAD) {
    const chunk = await next().catch(failing('read', name));
    if (!chunk) break;
    first.push(chunk);
  }
  return {
    name,
    size,
    get position() {
      return position;
    },
    head: Buffer.concat(first),
    async *bytes() {
      for (let chunk = first.shift(); chunk; chunk = first.shift() ?? (await next())) yield chunk;
    },
    // A Node.js stream can be closed; any other stream ends with the process.
    close: () => void ('destroy' in stream && (stream as NodeJS.ReadStream).destroy()),
  };
}
