import { type ExportedSeed, exportSeed } from '../../seed/export-seed.ts';
import { listUsersElsewhere } from '../../store/tables/accounts.ts';
import type { Scope } from '../scope.ts';
import { readCopy } from './copy.ts';
import { loadCheckpoint } from './find.ts';

/** Exports an account or the server as a seed, as it is now or was at a checkpoint. */
export async function exportAsSeed(
  scope: Scope,
  {
    accountId = scope.own,
    checkpoint,
  }: { readonly accountId?: string | undefined; readonly checkpoint?: string | undefined },
): Promise<ExportedSeed> {
  const { store } = scope.runtime;
  if (checkpoint === undefined) return store.readApart((tx) => exportSeed(tx, { accountId }), accountId);
  const { id, accountId: only, copy } = await loadCheckpoint(scope, checkpoint);
  const account = accountId ?? only;
  if (only !== undefined && account !== only)
    throw new RangeError(`${id} is of account ${only}, not of ${account}`);
  // A copy of one account does not tell which of its users belong to other accounts.
  const foreignUsers =
    account === undefined ? undefined : await store.read((tx) => listUsersElsewhere(tx, account), account);
  return readCopy(copy, (tx) => exportSeed(tx, { accountId: account, foreignUsers }));
}
