import { faultsOf, type Infer, type Schema } from '@trickle/sdk/contract';
import { coerce } from './coerce.ts';
import { Invalid } from './refusals.ts';

/** Reads a record generously (see `coerce`) and refuses it with all its faults when it is not valid. */
// Unspecified: U-37
export function readRecord<S extends Schema>(schema: S, value: unknown): Infer<S> {
  const read = coerce(schema(), value);
  const faults = faultsOf(schema, read);
  if (faults.length) throw new Invalid(faults);
  return read as Infer<S>; // it has no faults
}
