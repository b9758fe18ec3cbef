import { isDeepStrictEqual } from 'node:util';
import type { Server } from '../admin/server-control.ts';
import type { Fault, FaultInput } from '../faults/rule.ts';
import { startServer } from '../server.ts';
import { demoSeedFor } from './demo-seed.ts';
import { variablesOf, writeEnvironment } from './environment.ts';
import { listenOptionsOf, type Options, readFaults, readState, serverOptionsOf } from './options.ts';

export interface Started {
  readonly server: Server;
  /** The address to listen on. Its public URL may be another one. */
  readonly url: string;
}

/** Starts a server as the options say. The options are checked before anything is opened. */
export async function start(options: Options, usualPort: number): Promise<Started> {
  const where = listenOptionsOf(options, usualPort);
  const faults = readFaults(options.faults);
  const state = readState(options);
  let publicUrl: string | undefined;
  const server = await startServer(
    serverOptionsOf(options, () => publicUrl),
    demoSeedFor(options),
  );
  try {
    if (state) await server.importState(state);
    await addFaults(server, faults);
    const url = await server.listen(where);
    publicUrl = server.url;
    const file = options['write-env'];
    if (file !== undefined) await writeEnvironment(file, await variablesOf(server, server.url));
    return { server, url };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Adds faults, except those that another server of the database has added before. */
// Unspecified: U-242
export async function addFaults(
  { faults }: Pick<Server, 'faults'>,
  inputs: readonly FaultInput[],
): Promise<void> {
  if (inputs.length === 0) return;
  const existing = await faults.list();
  for (const input of inputs) {
    if (!existing.some((fault) => isSame(input, fault))) await faults.add(input);
  }
}

function isSame(input: FaultInput, { seen: _, fired: __, ...fault }: Fault): boolean {
  const { id = fault.id, on = 'request', ...rest } = input;
  return isDeepStrictEqual({ ...rest, id, on }, fault);
}
