import type { Checkpoint, StoredCheckpoint } from '../runtime.ts';
import type { Scope } from '../scope.ts';
import { UnknownCheckpointError } from './checkpoint.ts';

/** Lists the checkpoints that the caller may use. */
export async function listCheckpoints({ runtime, own }: Scope): Promise<Checkpoint[]> {
  const all = await runtime.checkpoints.list();
  return all.filter(({ accountId }) => own === undefined || accountId === own);
}

/** Finds a checkpoint by its id, or the newest by its name. The server's own come first, so that tests on accounts take away no name. */
export async function findCheckpoint(scope: Scope, idOrName: string): Promise<Checkpoint> {
  const checkpoints = await listCheckpoints(scope);
  const named = checkpoints.filter(({ name }) => name === idOrName);
  const checkpoint =
    checkpoints.find(({ id }) => id === idOrName) ??
    named.findLast(({ accountId }) => accountId === scope.own) ??
    named.at(-1);
  if (checkpoint) return checkpoint;
  throw new UnknownCheckpointError(idOrName, checkpoints);
}

export async function loadCheckpoint(scope: Scope, id: string): Promise<StoredCheckpoint> {
  const stored = await scope.runtime.checkpoints.find(await findCheckpoint(scope, id));
  return stored ?? loadCheckpoint(scope, id); // another server has just deleted it
}
