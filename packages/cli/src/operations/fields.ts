import { definitionOf, type Schema } from '@trickle/sdk/contract';

/** Type of a member of a record. In a cell, `list` and `object` are JSON. */
export type Kind =
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'one of'
  | 'strings'
  | 'list'
  | 'map'
  | 'object'
  | 'anything';

export interface Field {
  readonly name: string;
  readonly kind: Kind;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  /** The name of its format in the contract, such as `email`. */
  readonly format: string | undefined;
  /** Of `one of`. */
  readonly values: readonly string[];
  /** Of `object`, and of the objects of a `list`. */
  readonly members: readonly Field[];
  /** Whether custom members are accepted too. */
  readonly isOpen: boolean;
}

type ZodType = ReturnType<Schema>;

export function fieldsOf(schema: Schema): readonly Field[] {
  return membersOf(schema());
}

export const isOpen = (schema: Schema): boolean => definitionOf(schema()).catchall !== undefined;

/** Members of which at least one is required; empty without such a rule. */
export function alternativesOf(schema: Schema): readonly string[] {
  const { checks = [] } = definitionOf(schema()) as { checks?: readonly Check[] };
  const rule = checks.map(({ _zod }) => _zod.def.params).find((params) => params?.rule === 'one_of');
  return rule?.names ?? [];
}

interface Check {
  readonly _zod: { readonly def: { readonly params?: { rule?: string; names?: readonly string[] } } };
}

function membersOf(type: ZodType): Field[] {
  return Object.entries(definitionOf(type).shape ?? {}).map(([name, member]) =>
    // The contract's members are types of zod/mini, as its records are.
    fieldOf(name, member as ZodType),
  );
}

function fieldOf(name: string, type: ZodType): Field {
  const definition = definitionOf(type) as Details;
  const element = definition.element && definitionOf(definition.element);
  return {
    name,
    kind: kindOf(definition, element?.type),
    isRequired: type._zod.def.type !== 'optional',
    isNullable: isNullable(type),
    format: definition.format === 'safeint' ? undefined : definition.format,
    values: Object.values(definition.entries ?? {}),
    members: membersOf((definition.element ?? type) as ZodType),
    isOpen: (element ?? definition).catchall !== undefined,
  };
}

function isNullable(type: ZodType): boolean {
  const { type: name, innerType } = type._zod.def as { type: string; innerType?: ZodType };
  return name === 'nullable' || (innerType !== undefined && isNullable(innerType));
}

type Details = ReturnType<typeof definitionOf> & { readonly entries?: Readonly<Record<string, string>> };

const KINDS: Readonly<Record<string, Kind>> = {
  string: 'text',
  boolean: 'boolean',
  enum: 'one of',
  record: 'map',
  object: 'object',
};

function kindOf({ type, format }: Details, element: string | undefined): Kind {
  if (type === 'number') return format === 'safeint' ? 'integer' : 'number';
  if (type === 'array') return element === 'string' ? 'strings' : 'list';
  return KINDS[type] ?? 'anything';
}
