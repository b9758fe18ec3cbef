import type { Schema } from '../contract/schema.ts';
import { isSurelyValid } from '../contract/surely-valid.ts';
import { faultsOf } from '../contract/validation.ts';
import { InputError, type InputFault } from '../errors.ts';
import { isCallOption } from '../options.ts';
import { isObject } from './is-object.ts';
import { unknownMembers } from './unknown-members.ts';

/** Throws an {@link InputError} with every fault of a query. `call` is what the caller wrote. */
export function checkQuery(call: string, schema: Schema, query: unknown): void {
  const faults = queryFaults(schema, query);
  if (faults.length > 0) throw refusal(call, faults);
}

/** Every fault of a query. */
export function queryFaults(schema: Schema, query: unknown): InputFault[] {
  if (isSurelyValid(schema(), query, true)) return [];
  if (!isObject(query)) return [shapeFault('the query must be an object')];
  const unknown = unknownMembers(schema(), query).map((fault) =>
    isCallOption(fault.attribute)
      ? { ...fault, message: `${fault.attribute} is an option: give it in the argument after the query` }
      : fault,
  );
  return [...faultsOf(schema, query), ...unknown];
}

/** A fault of the input as a whole. */
export const shapeFault = (message: string): InputFault => ({ code: 'shape_error', attribute: '', message });

const TOLD_AT_MOST = 5;

/** The error of a call, `client.tags.apply`, that has these faults. */
export function refusal(call: string, faults: readonly InputFault[]): InputError {
  const told = faults.slice(0, TOLD_AT_MOST).map(({ message }) => message);
  const more = faults.length - told.length;
  const list = told.join('; ') + (more > 0 ? `; and ${more} more in \`faults\`` : '');
  return new InputError(`${call} was not sent: ${list}${list.endsWith('?') ? '' : '.'}`, faults);
}
