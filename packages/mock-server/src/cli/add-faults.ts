import { isDeepStrictEqual } from 'node:util';
import type { Server } from '../admin/server-control.ts';
import type { Fault, FaultInput } from '../faults/rule.ts';

/** Adds faults, except those that another server of the database has added before. */
// Unspecified: U-242
export async function addFaults(
  { faults }: Pick<Server, 'faults'>,
  given: readonly FaultInput[],
): Promise<void> {
  if (given.length === 0) return;
  const known = await faults.list();
  for (const fault of given) {
    if (!known.some((one) => isSame(fault, one))) await faults.add(fault);
  }
}

function isSame(fault: FaultInput, { seen: _, fired: __, ...known }: Fault): boolean {
  const { id = known.id, on = 'request', ...rest } = fault;
  return isDeepStrictEqual({ ...rest, id, on }, known);
}
