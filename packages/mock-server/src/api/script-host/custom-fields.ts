import { invalidAttribute } from '../../domain/errors.ts';
import type { MessageContext } from './command-context.ts';

type CustomFields = Record<string, string | number | boolean | null>;

/** A command, and its members that are not custom fields. */
interface Command extends Pick<MessageContext, 'strict' | 'warn'> {
  readonly name: string;
  readonly own: Readonly<Record<string, unknown>>;
}

/** The custom fields of a command. Converts their names to identifiers, each with a warning; in strict mode, other names are errors. */
// Unspecified: U-289
export function customFieldsOf(
  members: Readonly<Record<string, unknown>>,
  { name: command, own: ownFields, strict, warn }: Command,
): CustomFields {
  const fields = new Map<string, CustomFields[string]>(); // a field may be called `__proto__`
  for (const [name, value] of Object.entries(members)) {
    if (value !== null && typeof value === 'object') {
      throw invalidAttribute('format_error', name, 'must be text');
    }
    const identifier = identifierOf(name);
    if (identifier === name && name !== '') {
      fields.set(name, value as CustomFields[string]); // not an object
      continue;
    }
    const obstacle = obstacleTo(identifier, members, ownFields);
    const outcome = obstacle === undefined ? `was stored as '${identifier}'` : `was skipped: ${obstacle}`;
    if (strict) throw invalidAttribute('format_error', name, 'must be lowercase with underscores');
    warn(`${command}: custom field '${name.slice(0, MAX_NAME)}' ${outcome.slice(0, MAX_OUTCOME)}`);
    if (obstacle === undefined) fields.set(identifier, value as CustomFields[string]); // not an object
  }
  return Object.fromEntries(fields);
}

/** Maximum lengths in warnings. */
const MAX_NAME = 50;
const MAX_OUTCOME = 100;

/** Why a converted name cannot be a custom field of a command. */
function obstacleTo(identifier: string, members: object, ownFields: object): string | undefined {
  if (identifier === '') return 'its name has neither letters nor digits';
  if (Object.hasOwn(ownFields, identifier)) return `write '${identifier}'`;
  return Object.hasOwn(members, identifier) ? `'${identifier}' is also present` : undefined;
}

const isIdentifier = (name: string) => /^[\p{L}\p{M}\p{N}_]+$/u.test(name) && name === name.toLowerCase();

/** Converts a name to lower case, with underscores between its words. Empty if it has no letters and digits. */
function identifierOf(name: string): string {
  if (isIdentifier(name)) return name;
  return name
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');
}
