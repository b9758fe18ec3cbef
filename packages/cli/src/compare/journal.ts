import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { failing, unlessAbsent } from '../files/file-error.ts';
import { FileLock } from '../files/file-lock.ts';
import { isObject, tryParseJson } from '../parse-json.ts';

interface Created {
  readonly baseUrl: string;
  readonly accountId: string;
  readonly address: string;
}

/** A file with the subscribers that runs create at the service, so that those of a killed run can be deleted later. */
export class Journal {
  readonly #path: string;
  readonly #lock: FileLock;
  readonly #subscribers = new Map<string, Created>();

  private constructor(path: string, lock: FileLock) {
    this.#path = path;
    this.#lock = lock;
  }

  /** Opens the journal. Only one command can have it open. */
  static async open(path: string): Promise<Journal> {
    await mkdir(dirname(path), { recursive: true }).catch(failing('write', path));
    const journal = new Journal(path, await FileLock.of(path));
    const text = (await readFile(path, 'utf8').catch(unlessAbsent('read', path))) ?? '';
    for (const line of text.split('\n')) journal.#read(tryParseJson(line)); // a line may be truncated
    return journal;
  }

  #read(line: unknown): void {
    if (!isObject(line)) return;
    const { baseUrl, accountId, address, isDeleted } = line;
    if (typeof baseUrl !== 'string' || typeof accountId !== 'string' || typeof address !== 'string') return;
    if (isDeleted === true) this.#subscribers.delete(address);
    else this.#subscribers.set(address, { baseUrl, accountId, address });
  }

  subscribersIn({ baseUrl, accountId }: Omit<Created, 'address'>): readonly string[] {
    return [...this.#subscribers.values()]
      .filter((subscriber) => subscriber.baseUrl === baseUrl && subscriber.accountId === accountId)
      .map(({ address }) => address);
  }

  /** Records subscribers before they are created. */
  async add(subscribers: readonly Created[]): Promise<void> {
    for (const subscriber of subscribers) this.#subscribers.set(subscriber.address, subscriber);
    await this.#append(subscribers);
  }

  /** Strikes out subscribers who are deleted. */
  async remove(subscribers: readonly Created[]): Promise<void> {
    for (const { address } of subscribers) this.#subscribers.delete(address);
    await this.#append(subscribers.map((subscriber) => ({ ...subscriber, isDeleted: true })));
  }

  /** Closes the journal, and removes its file if it is empty. */
  async close(): Promise<void> {
    if (this.#subscribers.size === 0)
      await rm(this.#path, { force: true }).catch(failing('write', this.#path));
    await this.#lock.release();
  }

  async #append(lines: readonly object[]): Promise<void> {
    if (lines.length === 0) return;
    const file = await open(this.#path, 'a', 0o600).catch(failing('write', this.#path));
    try {
      await file.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      await file.sync();
    } catch (error) {
      failing('write', this.#path)(error as NodeJS.ErrnoException); // of the file system
    } finally {
      await file.close();
    }
  }
}
