import { type Client, createClient } from '@trickle/sdk';
import type { Terminal } from '../terminal/terminal.ts';
import type { RejectedRecords } from './records.ts';
import type { Row } from './rows.ts';

/** Totals of a dry run. */
export interface Seen {
  requests: number;
  bytes: number;
}

/** A client that checks records and sends nothing. */
export function dryClient(seen: Seen): Client {
  return createClient({
    ...{ baseUrl: 'https://dry-run.invalid', accountId: 'dry-run', apiKey: 'dry-run', limits: false },
    fetch: async (request) => {
      seen.requests += 1;
      seen.bytes += (await request.arrayBuffer()).byteLength;
      return request.url.includes('/v3/')
        ? Response.json({ request_ids: [] }, { status: 202 })
        : Response.json({}, { status: 201 });
    },
  });
}

/** Maximum number of rejected rows that a dry run prints. */
const SHOWN = 10;

/** Prints the first rejected rows, and counts the others. */
export class ShownRejections implements RejectedRecords {
  count = 0;
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  async add({ line }: Row, reason: string): Promise<void> {
    this.count += 1;
    if (this.count <= SHOWN) this.#terminal.complain(`Line ${line}: ${reason}`);
    if (this.count === SHOWN + 1) {
      this.#terminal.complain('More records are rejected. To see all of them, use --errors <file>.');
    }
  }
}
