import { type Fault, fault, faultsOf, type Infer, OrderActivity, type Schema } from '@trickle/sdk/contract';
import { coerce } from './coerce.ts';
import { withoutInvalidPlacedTime } from './commerce/placed-time.ts';
import { Invalid } from './refusals.ts';

const ORDER: Schema = OrderActivity;

/** Reads a record generously (see `coerce`) and refuses it with all its faults when it is not valid. */
// Unspecified: U-37
export function readRecord<S extends Schema>(schema: S, value: unknown): Infer<S> {
  const read = coerce(schema(), schema === ORDER ? withoutInvalidPlacedTime(value) : value);
  const faults = faultsIn(schema, read);
  if (faults.length) throw new Invalid(faults);
  return read as Infer<S>; // it has no faults
}

function faultsIn(schema: Schema, read: unknown): readonly Fault[] {
  try {
    return faultsOf(schema, read);
  } catch (error) {
    // Of a hundred thousand faults and more no list can be made.
    if (error instanceof RangeError) return [fault('length_error', 'record', 'has too many faults')];
    throw error;
  }
}
