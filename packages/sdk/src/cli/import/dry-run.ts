import { type Client, createClient } from '@trickle/sdk';
import type { Terminal } from '../terminal/terminal.ts';
import type { Refusals } from './records.ts';
import type { Row } from './rows.ts';

/** What a dry run has seen go by instead of sending it. */
export interface Seen {
  requests: number;
  bytes: number;
}

/** A client that checks as every client does, and sends nothing. */
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

/** How many refused rows a dry run shows. */
const SHOWN = 10;

/** Shows the first rows that are refused, and counts the others. */
export class ShownRefusals implements Refusals {
  count = 0;
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  async add({ line }: Row, reason: string): Promise<void> {
    this.count += 1;
    if (this.count <= SHOWN) this.#terminal.complain(`Line ${line}: ${reason}`);
    if (this.count === SHOWN + 1)
      this.#terminal.complain('… more are refused; --errors <file> takes all of them.');
  }
}
