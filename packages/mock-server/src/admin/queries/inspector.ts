import type { KeyHolder } from '../../api/http/local-access.ts';
import type { LimitSettings } from '../../api/http/rate-limit.ts';
import {
  type AccountTransaction,
  ADMIN_CAUSE,
  type Context,
  openContext,
} from '../../domain/context/context.ts';
import type { Seed } from '../../seed/schema.ts';
import { fromCursor, toCursor } from '../../shared/values/cursor.ts';
import type { Page, PageChoice } from '../../store/engine/page.ts';
import type { Runtime } from '../control/runtime.ts';

/** The server that an inspector looks into. */
export interface InspectedServer {
  readonly runtime: Runtime;
  /** The default account of requests. */
  readonly firstId: string;
  /** The seed that the server was started with. */
  readonly seed: Seed | undefined;
  /** Undefined: no limits. */
  readonly limits: LimitSettings | undefined;
  /** The caller, if the caller has a key of an account instead of the admin password. */
  readonly caller?: KeyHolder | undefined;
  /** Handles a request in-process. */
  answer(request: Request): Promise<Response>;
}

/** The page of a list that a client asks for. */
export interface ListQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly order?: 'oldest' | 'newest' | undefined;
}

/** Rows, with the cursor of the next page if the client asked for a page. */
export interface Listed<Row> {
  readonly rows: Row[];
  readonly nextCursor?: string | null;
}

/** Reads what the inspector shows, one account at a time. */
export class Inspector {
  readonly server: InspectedServer;

  constructor(server: InspectedServer) {
    this.server = server;
  }

  /** Runs a function that reads an account. Throws for an unknown account. */
  async read<T>(accountId: string | undefined, work: (context: Context) => Promise<T>): Promise<T> {
    const account = await this.#accountOf(accountId);
    return this.server.runtime.store.read((tx) => work(openContext({ ...account, tx }, 'admin')));
  }

  /** Runs a function that changes an account. Throws for an unknown account. */
  async write<T>(accountId: string | undefined, work: (context: Context) => Promise<T>): Promise<T> {
    const account = await this.#accountOf(accountId);
    const { store } = this.server.runtime;
    return store.write((tx) => work(openContext({ ...account, tx }, 'admin')), account.accountId);
  }

  /** Reads a list of an account that is sorted by `key` columns, or a page of it. */
  list<Row>(
    accountId: string | undefined,
    query: ListQuery,
    key: number,
    read: (context: Context, choice: PageChoice) => Promise<Page<Row>>,
  ): Promise<Listed<Row>> {
    const choice = choiceOf(query, key);
    return this.read(accountId, async (context) => listed(query, await read(context, choice)));
  }

  async #accountOf(accountId = this.server.firstId): Promise<Omit<AccountTransaction, 'tx'>> {
    const { runtime, firstId } = this.server;
    if (accountId !== firstId) await runtime.accounts.requireNow(accountId);
    return { world: runtime.worlds.of(accountId), accountId, cause: ADMIN_CAUSE };
  }
}

/** The page that a query asks for, of a list that is sorted by `key` columns. */
export const choiceOf = ({ limit, cursor, order }: ListQuery, key: number): PageChoice => ({
  limit,
  after: cursor === undefined ? undefined : fromCursor(cursor, key),
  isReversed: order === 'newest',
});

/** A page with its cursor, if the query asked for a page. */
export const listed = <Row>({ limit }: ListQuery, { rows, next }: Page<Row>): Listed<Row> => ({
  rows,
  ...(limit !== undefined && { nextCursor: next && toCursor(next) }),
});
