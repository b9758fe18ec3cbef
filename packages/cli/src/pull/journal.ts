import { constants, type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileError } from '../files/file-error.ts';
import { isObject, tryParseJson } from '../parse-json.ts';
import type { Json } from './parts.ts';

/** Where a line of the journal is, in bytes. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

/** Characters that are written at once. */
const CHUNK = 1 << 20;

/**
 * What a pull has read, one record a line, in the order of reading: an interrupted pull continues after the last complete
 * step. `done` ends a step; lines after the last one are of a step that was not completed, and are removed. Nothing in it
 * is a value of a subscriber, unless they are copied as they are.
 */
export class Journal {
  readonly #path: string;
  readonly #head: Json;
  readonly #mode: number;
  #file: FileHandle | undefined;
  #end = 0;
  #buffer: string[] = [];
  #buffered = 0;

  /** Writes nothing before the first record. @param head The first line of a new journal. */
  constructor(path: string, head: Json, mode: number) {
    this.#path = path;
    this.#head = head;
    this.#mode = mode;
  }

  /** Gives the lines of all completed steps, in their order. */
  async replay(take: (record: Json, place: Place) => void): Promise<void> {
    const file = await open(
      this.#path,
      constants.O_RDWR | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0),
    ).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw new FileError('read', this.#path, error);
    });
    if (!file) return;
    this.#file = file;
    let step: [Json, Place][] = [];
    let offset = 0;
    for await (const line of file.readLines({ start: 0, autoClose: false })) {
      const record = tryParseJson(line);
      if (!isObject(record)) break; // cut off
      const length = Buffer.byteLength(line) + 1;
      step.push([record, { offset, length }]);
      offset += length;
      if (record.done !== true) continue;
      for (const [complete, place] of step) take(complete, place);
      step = [];
      this.#end = offset;
    }
    await file.truncate(this.#end);
  }

  /** Adds a line, which counts when its step is completed by one with `done`. */
  async append(record: Json): Promise<Place> {
    if (this.#end === 0 && record !== this.#head) await this.append(this.#head);
    const line = `${JSON.stringify(record)}\n`;
    const place = { offset: this.#end, length: Buffer.byteLength(line) };
    this.#buffer.push(line);
    this.#buffered += line.length;
    this.#end += place.length;
    if (record.done === true || this.#buffered >= CHUNK) await this.#flush();
    return place;
  }

  /** Reads a line again. */
  async read({ offset, length }: Place): Promise<Json> {
    const bytes = Buffer.alloc(length);
    await this.#file?.read(bytes, 0, length, offset);
    return JSON.parse(bytes.toString('utf8')); // written by `append`
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  async #flush(): Promise<void> {
    const text = this.#buffer.join('');
    this.#buffer = [];
    this.#buffered = 0;
    try {
      if (!this.#file) {
        await mkdir(dirname(this.#path), { recursive: true });
        this.#file = await open(this.#path, 'ax+', this.#mode);
      }
      await this.#file.appendFile(text);
    } catch (error) {
      throw new FileError('write', this.#path, error as NodeJS.ErrnoException); // of the file system
    }
  }
}
