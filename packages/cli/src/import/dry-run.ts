import { type Client, createClient } from '@trickle/sdk';
import { isObject } from '../parse-json.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { RejectedRecords } from './records.ts';
import type { Row } from './rows.ts';

export interface Seen {
  requests: number;
  bytes: number;
  /** The first record in the form in which it would be sent. */
  first?: unknown;
}

export function dryClient(seen: Seen): Client {
  return createClient({
    ...{ baseUrl: 'https://dry-run.invalid', accountId: 'dry-run', apiKey: 'dry-run', limits: false },
    fetch: async (request) => {
      seen.requests += 1;
      const body = await request.arrayBuffer();
      seen.bytes += body.byteLength;
      seen.first ??= firstIn(JSON.parse(new TextDecoder().decode(body)));
      return request.url.includes('/v3/')
        ? Response.json({ request_ids: [] }, { status: 202 })
        : Response.json({}, { status: 201 });
    },
  });
}

/** The first record of a body, inside any envelopes. */
function firstIn(body: unknown): unknown {
  if (Array.isArray(body)) return firstIn(body[0]);
  const members = isObject(body) ? Object.values(body) : [];
  return members.length === 1 && Array.isArray(members[0]) ? firstIn(members[0]) : body;
}

/** Maximum number of rejected rows that a dry run prints. */
const SHOWN = 10;

export class ShownRejections implements RejectedRecords {
  count = 0;
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  async add({ line }: Row, reason: string): Promise<true> {
    this.count += 1;
    if (this.count <= SHOWN) this.#terminal.complain(`Line ${line}: ${reason}`);
    if (this.count === SHOWN + 1) {
      this.#terminal.complain('More records are rejected. To see all of them, use --errors <file>.');
    }
    return true;
  }
}
