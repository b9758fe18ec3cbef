import { hostname } from 'node:os';
import { threadId } from 'node:worker_threads';

/** Real milliseconds without a sign of life after which a server counts as ended, on any machine. */
const MAX_SILENCE = 60_000;

export const HOST = hostname();

/** This process and thread on its machine, as in `4711/0`. */
export const PROCESS = `${process.pid}/${threadId}`;

/** The present work of this process and thread: its open servers, and their long work. */
export const openHere = new Set<string>();

/** Somebody who writes to a database, as others of the database see them. */
export interface Peer {
  readonly id: string;
  readonly host: string;
  readonly process: string;
  /** The latest sign of life, in real milliseconds since 1970. */
  readonly seenAt: number;
}

// Unspecified: U-150
export function isAlive({ id, host, process: place, seenAt }: Peer, now: number): boolean {
  if (host === HOST && place === PROCESS) return openHere.has(id);
  if (now - seenAt > MAX_SILENCE) return false;
  return host !== HOST || isRunning(Number.parseInt(place, 10));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0); // signal 0 only checks that the process exists
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // it runs under another user
  }
}
