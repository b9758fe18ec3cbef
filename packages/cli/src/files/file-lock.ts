import { randomUUID } from 'node:crypto';
import { readFile, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { openNew } from '@trickle/design/replacement';
import { isObject, tryParseJson } from '../parse-json.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { failing } from './file-error.ts';

const held = new Set<string>();

/** A lock file beside another file, which keeps other commands from using that file. */
export class FileLock {
  readonly #path: string;
  readonly #id: string;

  private constructor(path: string, id: string) {
    this.#path = path;
    this.#id = id;
  }

  /**
   * Locks a file or a folder for a command, such as an import. The lock of a dead process is taken over.
   *
   * @throws {@link UsageError} if another process holds it.
   */
  static async of(checkpoint: string): Promise<FileLock> {
    const path = `${checkpoint}.lock`;
    const id = randomUUID();
    held.add(id);
    try {
      let isHeld = false;
      while (!isHeld) isHeld = (await create(path, id)) || (await takeOver(path, id, checkpoint));
    } catch (error) {
      held.delete(id);
      if (error instanceof UsageError) throw error;
      return failing('write', path)(error as NodeJS.ErrnoException); // of the file system
    }
    return new FileLock(path, id);
  }

  async release(): Promise<void> {
    held.delete(this.#id);
    await rm(this.#path, { force: true });
  }
}

/** Creates the lock of this process; false if there is one. */
async function create(path: string, id: string): Promise<boolean> {
  const file = await openNew(path).catch(unless('EEXIST'));
  await file?.writeFile(JSON.stringify({ id, pid: process.pid, host: hostname() }));
  await file?.close();
  return file !== undefined;
}

/** Replaces the lock of a dead process; false if the lock is gone. Throws if its process may be alive. */
async function takeOver(path: string, id: string, checkpoint: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(unless('ENOENT'));
  if (text === undefined) return false;
  const holder = holderIn(text);
  if (!holder || isAlive(holder)) throw inUse(checkpoint, path, holder);
  // If several imports find the stale lock, only the one with this file may replace it.
  const successor = `${path}.next`;
  if (!(await create(successor, id))) throw inUse(checkpoint, successor);
  const isSame = (await readFile(path, 'utf8').catch(unless('ENOENT'))) === text;
  await (isSame ? rename(successor, path) : rm(successor));
  return isSame;
}

function inUse(checkpoint: string, lock: string, holder?: Holder): UsageError {
  const who = holder ? ` (process ${holder.pid} on ${holder.host})` : '';
  return new UsageError(
    `Another command uses ${checkpoint}${who}. Wait until it ends. If there is none, delete ${lock}.`,
  );
}

interface Holder {
  readonly id: string;
  readonly pid: number;
  readonly host: string;
}

/** The process that a lock names; undefined while the lock is being written. */
function holderIn(text: string): Holder | undefined {
  const holder = tryParseJson(text);
  if (!isObject(holder)) return undefined;
  const { id, pid, host } = holder;
  const isComplete = typeof id === 'string' && typeof host === 'string' && Number(pid) > 0;
  return isComplete ? { id, host, pid: Number(pid) } : undefined;
}

/** Whether a process may be alive. Only processes on this machine can be checked. */
function isAlive({ id, pid, host }: Holder): boolean {
  if (host !== hostname()) return true;
  // In a container, the previous process often had the same id.
  if (pid === process.pid) return held.has(id);
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'; // of the system
  }
}

const unless =
  (code: string) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== code) throw error;
  };
