import { existsSync } from 'node:fs';
import type * as MockServer from '@trickle/mock-server';
import { AdminApi, operatorAuthorization } from '../connection/admin-api.ts';
import { loadSeed } from '../sandbox/load-server.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import type { Access } from './variables.ts';

/** A reference server with a copy of the account, isolated from other servers. */
export interface Sandbox {
  readonly access: Access;
  readonly inspector: string;
  rehearse(work: () => Promise<void>, days: number): Promise<MockServer.Plan>;
  close(): Promise<void>;
}

interface Start {
  readonly seed: string | undefined;
  /** The id of an account of the seed. Default: the first one. */
  readonly account: string | undefined;
  /** ISO 8601. Default: now. */
  readonly time: string | undefined;
}

/** A limit that no program reaches, so that it never waits. The plan says how long it would wait at the service. */
const NO_LIMIT = 1_000_000_000;

/** Milliseconds for a plan of a large account. */
const PLAN_TIMEOUT = 600_000;

/** Starts a server in this process, with the package of the project. */
export async function startSandbox({ time, ...start }: Start): Promise<Sandbox> {
  const { server, accounts, accountId } = await readAccounts(start);
  const own = await server.createServer({
    seed: { accounts: accounts.map((account) => ({ ...account, is_offline: true })) },
    limits: { individual: NO_LIMIT, batch: NO_LIMIT, records: NO_LIMIT },
    ...(time !== undefined && { time: { now: time } }),
  });
  const baseUrl = await own.listen();
  const found = (await own.accounts()).find(({ id }) => accountId === undefined || id === accountId);
  const { id = '', tokens: [apiKey = ''] = [] } = found ?? {};
  return {
    access: { baseUrl, accountId: id, apiKey },
    inspector: inspectorOf(baseUrl, id),
    rehearse: (work, days) => own.rehearse(work, { accountId: id, days }),
    close: () => own.close(),
  };
}

export async function openSandbox(url: string, { time, ...start }: Start, io: ProcessIo): Promise<Sandbox> {
  const { accounts, accountId } = await readAccounts(start);
  const {
    id: _,
    users: __,
    ...seed
  } = accounts.find(({ id }) => accountId === undefined || id === accountId) ?? {};
  const base = url.replace(/\/$/, '');
  const { TRICKLE_ADMIN_PASSWORD: password } = io.env;
  const authorization = password ? operatorAuthorization(password) : undefined;
  const admin = new AdminApi({ base, authorization, fetch: io.fetch, timeout: PLAN_TIMEOUT });
  await admin.requireSandbox();
  const { account_id: id, api_key: apiKey } = await admin.call('POST /_admin/accounts', {
    seed: { ...seed, is_offline: true },
    clock: time === undefined ? {} : { now: time },
  });
  return {
    access: { baseUrl: base, accountId: id, apiKey },
    inspector: inspectorOf(base, id),
    async rehearse(work, days) {
      await admin.call('POST /_admin/rehearsal', { account_id: id });
      await work();
      return await admin.call('POST /_admin/rehearsal/plan', { account_id: id, days });
    },
    async close() {
      await admin.call('DELETE /_admin/accounts/{account_id}', { account_id: id });
    },
  };
}

const inspectorOf = (baseUrl: string, accountId: string) =>
  `${baseUrl}/_inspector?account=${encodeURIComponent(accountId)}`;

/** Reads the accounts of the seed with the package of the reference server. `accountId`: undefined for the first one. */
async function readAccounts({ seed: given, account }: Pick<Start, 'seed' | 'account'>) {
  const path = given ?? 'trickle';
  if (given === undefined && !existsSync(path)) {
    throw new UsageError(
      'There is no copy of an account in ./trickle. Run trickle pull, or name a seed with --seed.',
    );
  }
  const { server, seed } = await loadSeed('rehearse', path);
  const { accounts = [] } = seed;
  if (accounts.length === 0) throw new UsageError(`--seed ${path} has no account.`);
  if (account !== undefined && !accounts.some(({ id }) => id === account)) {
    const ids = accounts.map(({ id = 'one without an id' }) => id).join(', ');
    throw new UsageError(`--seed ${path} has no account ${account}, but ${ids}.`);
  }
  return { server, accounts, accountId: account ?? accounts[0]?.id };
}
