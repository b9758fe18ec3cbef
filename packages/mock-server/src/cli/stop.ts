import { statSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { replaceFile } from '@trickle/design/replacement';
import type { Server } from '../admin/server-control.ts';
import { withSnakeNames } from '../admin/wire.ts';
import { pause } from '../shared/platform/timers.ts';
import { fileError } from './usage-error.ts';

/** Grace period for requests and jobs after a signal, in real milliseconds. */
const GRACE = 5000;

/** The longest time for closing the database after that, in real milliseconds, as when it does not answer. */
const LAST_WAIT = 2000;

/** Stops a server once, after exporting its state if that was asked for. */
export class Stop {
  readonly #server: Server;
  readonly #exportTo: string | undefined;
  #exported: Promise<void> | undefined;

  constructor(server: Server, exportTo: string | undefined) {
    this.#server = server;
    this.#exportTo = exportTo;
  }

  /** Stops the server, which keeps accepting requests for `drain` milliseconds, even if the export fails. */
  async gracefully(drain = 0): Promise<void> {
    this.#exported ??= exportState(this.#server, this.#exportTo);
    try {
      await this.#exported;
    } finally {
      await this.#close({ within: GRACE, drain });
    }
  }

  /** Stops the server once its state is exported, and gives up its work in progress. */
  async immediately(): Promise<void> {
    try {
      await this.#exported;
    } finally {
      await this.#close({ within: 0, drain: 0 });
    }
  }

  #close(times: { readonly within: number; readonly drain: number }): Promise<void> {
    const late = pause(times.drain + times.within + LAST_WAIT).then(() => {
      throw new Error('the database did not close in time; jobs in progress start again');
    });
    return Promise.race([this.#server.close(times), late]);
  }
}

async function exportState(server: Server, file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const state = JSON.stringify(withSnakeNames(await server.exportState())); // as `GET /_admin/state` sends it
  try {
    // A regular file has the old or the new state, whatever happens. A device such as /dev/stdout stays what it is.
    const isReplaced = statSync(file, { throwIfNoEntry: false })?.isFile() ?? true;
    const write = isReplaced ? replaceFile : appendFile;
    await write(file, `${state}\n`, 0o600); // it contains secrets
  } catch (error) {
    throw fileError('--export-on-exit', file, 'written', error);
  }
}
