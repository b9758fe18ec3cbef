import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { FileError } from '../files/file-error.ts';
import { UsageError } from '../terminal/exit-signal.ts';

/** Bytes read to detect the format of a file. */
const HEAD = 65_536;

/** A file or standard input, read once from the beginning. */
export interface Source {
  /** How messages call it. */
  readonly name: string;
  /** In bytes; undefined for a pipe. */
  readonly size: number | undefined;
  /** How many bytes have been read. */
  readonly position: number;
  /** How many of them came last, and may still be processed. */
  readonly latest: number;
  /** The beginning. */
  readonly head: Buffer;
  /** The whole source, including the beginning. Call it once. */
  bytes(): AsyncGenerator<Buffer, void, undefined>;
  /** Ends the reading. */
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

/** Opens a file by its path. */
export async function openFile(file: string): Promise<Source> {
  const size = await sizeOf(file);
  return await begin(createReadStream(file, { highWaterMark: HEAD }), file, size);
}

async function sizeOf(file: string): Promise<number | undefined> {
  const stats = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(new FileError('read', file, error).message);
  });
  if (stats.isDirectory()) throw new UsageError(`cannot read ${file}: it is a directory`);
  return stats.isFile() ? stats.size : undefined;
}

async function begin(stream: NodeJS.ReadableStream, name: string, size: number | undefined): Promise<Source> {
  const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer | string>;
  const first: Buffer[] = [];
  let position = 0;
  let latest = 0;
  const next = async (): Promise<Buffer | undefined> => {
    const { done, value } = await iterator.next();
    if (done) return undefined;
    const chunk = Buffer.from(value);
    position += chunk.length;
    return chunk;
  };
  while (position < HEAD) {
    const chunk = await next().catch((error: Error) => {
      throw new UsageError(new FileError('read', name, error).message, { cause: error });
    });
    if (!chunk) break;
    first.push(chunk);
  }
  return {
    name,
    size,
    get position() {
      return position;
    },
    get latest() {
      return latest;
    },
    head: Buffer.concat(first),
    async *bytes() {
      for (let chunk = first.shift(); chunk; chunk = first.shift() ?? (await next())) {
        latest = chunk.length;
        yield chunk;
      }
    },
    // A Node stream can be closed; any other one ends with the process.
    close: () => void ('destroy' in stream && (stream as NodeJS.ReadStream).destroy()),
  };
}
