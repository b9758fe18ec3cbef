import { NotFoundError } from '../../domain/errors.ts';
import type { RequestEntry } from '../../observe/request-log/log.ts';
import { readRows } from '../../store/engine/rows.ts';
import { ACCOUNT_TABLES } from '../../store/engine/schema.ts';
import { NO_ACCOUNT } from '../../store/engine/store.ts';
import { listAccounts } from '../../store/tables/accounts.ts';
import { type CopiedState, copyAccount } from '../checkpoints/checkpoint.ts';
import { readCopy, restoreCopy } from '../checkpoints/copy.ts';
import type { Action, ActionCall, ActionName, Actions, Runtime } from '../runtime.ts';

interface StoredAction extends ActionName {
  readonly accountId: string;
  readonly at: string;
  /** Undefined if the account was too large to be copied. */
  before: CopiedState | undefined;
  /** Whether it may have moved the clock. */
  movesClock: boolean;
  /** The changes of others since it began, by the ids of their requests. */
  readonly others: Map<string, string>;
}

/** The most actions of an account that can be undone, and the most bytes of the states before them. */
const [MAX_ACTIONS, MAX_BYTES] = [20, 50_000_000];

/** Copying an account with more rows before each action would take too long. */
const MAX_ROWS = 50_000;

const MAX_OTHERS = 1000;

/** The path of a link in an email, which changes the account when it is read. */
const EMAIL_LINK = /\/e\/[^/]+\/[^/]+\//;

const TOO_LARGE =
  'The account has more than 50,000 rows, so it is not copied before each action. Take a checkpoint before you try something.';

/** Routes other than `GET` that leave the data of accounts unchanged. */
const LEAVES_DATA: ReadonlySet<string> = new Set([
  'POST /_admin/emails/preview',
  'POST /_admin/emails/preview/page',
  'POST /_admin/forms/preview',
  'POST /_admin/requests/find',
  'POST /_admin/requests/expect',
  'DELETE /_admin/requests',
  'POST /_admin/checkpoints',
  'PUT /_admin/checkpoints/{id}',
  'DELETE /_admin/checkpoints/{id}',
  'POST /_admin/actions/{action_id}/undo',
]);

/** The last actions in the inspector of a server, with the states before them. They are lost when the server ends. */
// Unspecified: U-341
export class LastActions implements Actions {
  readonly #runtime: () => Runtime;
  /** Oldest first. */
  #actions: StoredAction[] = [];
  #others = 0;
  #isListening = false;

  constructor(runtime: () => Runtime) {
    this.#runtime = runtime;
  }

  before({ route, accountId, action }: ActionCall): Promise<void> | undefined {
    if (LEAVES_DATA.has(route)) return undefined;
    if (action === undefined) {
      this.#noteOther(accountId, `admin ${this.#others++}`, route);
      return undefined;
    }
    const known = this.#actions.find(({ id }) => id === action.id);
    const movesClock = route.startsWith('POST /_admin/clock/');
    if (known) known.movesClock ||= movesClock;
    if (known || accountId === undefined) return undefined;
    return this.#begin({ ...action, accountId, movesClock });
  }

  disown(requestId: string): void {
    for (const { others } of this.#actions) others.delete(requestId);
  }

  async list(accountId: string): Promise<Action[]> {
    const own = this.#of(accountId);
    const obstacles = await Promise.all(own.map((action) => this.#obstacleTo(action)));
    return own.map(({ id, title, at }, i) => ({ id, title, at, obstacle: obstacles[i] ?? null })).reverse();
  }

  async undo(
    accountId: string,
    id: string,
    { keepsAccess }: { readonly keepsAccess: boolean },
  ): Promise<void> {
    const { store, faultRules, allServices, setClocks, resume } = this.#runtime();
    const action = this.#of(accountId).find((one) => one.id === id);
    if (!action) throw new NotFoundError('action', id);
    const obstacle = await this.#obstacleTo(action);
    if (obstacle !== null || !action.before) throw new RangeError(obstacle ?? TOO_LARGE);
    const { copy, clocks, faults } = action.before;
    const rows = await readCopy(copy, (tx) => readRows(tx, accountId)); // the copy may be of the whole server
    const { id: clockId } = allServices.clockOf(accountId);
    const onRestored = () => {
      if (this.#movesClock(action)) setClocks(clocks, clockId);
    };
    await restoreCopy(store, { rows }, accountId, { keepsAccess, onRestored });
    const own = faults.filter(({ account }) => account === accountId);
    await faultRules.restore(own, accountId);
    await resume(clockId);
    const undone = new Set(this.#from(action));
    this.#actions = this.#actions.filter((one) => !undone.has(one));
  }

  forget(accountId: string): void {
    this.#actions = this.#actions.filter((one) => one.accountId !== accountId);
  }

  #of(accountId: string): StoredAction[] {
    return this.#actions.filter((one) => one.accountId === accountId);
  }

  /** An action, and those on its account after it. */
  #from(action: StoredAction): StoredAction[] {
    const own = this.#of(action.accountId);
    return own.slice(own.indexOf(action));
  }

  #movesClock(action: StoredAction): boolean {
    return this.#from(action).some(({ movesClock }) => movesClock);
  }

  async #begin(call: ActionName & { readonly accountId: string; readonly movesClock: boolean }) {
    const { requestLog, allServices } = this.#runtime();
    if (!this.#isListening) requestLog.subscribe((entry) => this.#noteRequest(entry));
    this.#isListening = true;
    const at = new Date(allServices.clockOf(call.accountId).now()).toISOString();
    const action: StoredAction = { ...call, at, before: undefined, others: new Map() };
    this.#actions.push(action); // before it is copied, to note what others change meanwhile
    const isLarge = await this.#isLarge(call.accountId);
    action.before = isLarge ? undefined : await copyAccount(this.#runtime(), call.accountId);
    this.#drop(call.accountId);
  }

  #isLarge(accountId: string): Promise<boolean> {
    return this.#runtime().store.read(async (tx) => {
      let rows = 0;
      for (const table of ACCOUNT_TABLES) {
        const some = `select 1 from ${table} where account_id = ? limit ${MAX_ROWS + 1 - rows}`;
        const sql = `select count(*) as count from (${some}) as first_rows`;
        rows += Number((await tx.get<{ count: number }>(sql, accountId))?.count);
        if (rows > MAX_ROWS) return true;
      }
      return false;
    }, accountId);
  }

  /** Drops the oldest actions beyond the bounds. The newest one is kept. */
  #drop(accountId: string): void {
    let [count, bytes] = [0, 0];
    const kept = this.#of(accountId)
      .reverse()
      .filter(({ before }) => {
        count += 1;
        bytes += before?.bytes ?? 0;
        return count === 1 || (count <= MAX_ACTIONS && bytes <= MAX_BYTES);
      });
    this.#actions = this.#actions.filter((one) => one.accountId !== accountId || kept.includes(one));
  }

  #noteRequest({ accountId, id, method, path, status = 200 }: RequestEntry): void {
    const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(method) || EMAIL_LINK.test(path);
    if (isWrite && status < 400) this.#noteOther(accountId, id, `${method} ${path}`);
  }

  #noteOther(accountId: string | undefined, id: string, what: string): void {
    for (const { accountId: own, others } of this.#actions) {
      const isOf = accountId === undefined || accountId === own;
      if (isOf && others.size < MAX_OTHERS) others.set(id, what);
    }
  }

  /** Why an action cannot be undone; null if it can. */
  async #obstacleTo(action: StoredAction): Promise<string | null> {
    const { allServices, store } = this.#runtime();
    const { accountId, before, others } = action;
    if (!before) return TOO_LARGE;
    const count = others.size;
    if (count > 0) {
      const requests = count === 1 ? 'A request' : `${count.toLocaleString('en')} requests`;
      return `${requests} of others came in since, the last one ${[...others.values()].at(-1)}: what it changed would be lost.`;
    }
    const { id } = allServices.clockOf(accountId);
    if (id === accountId || !this.#movesClock(action)) return null;
    const sharing = (await store.read(listAccounts, NO_ACCOUNT)).filter(
      (one) => allServices.clockOf(one.id).id === id,
    );
    if (sharing.length === 1) return null;
    return `Time has passed for ${sharing.length} accounts that share a clock, and cannot be turned back for one of them.`;
  }
}
