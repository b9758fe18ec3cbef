import {
  attributeOf,
  definitionOf,
  didYouMean,
  issuesOf,
  type Schema,
  typeUnder,
} from '@trickle/sdk/contract';
import type * as z from 'zod/mini';

/** More is not told of one value. */
const MOST = 20;
/** How much of a name is shown. */
const LONGEST_NAME = 80;

/** What is wrong with a value that was written by hand, unknown members and values with the nearest known one. */
export function schemaProblems(schema: Schema, value: unknown): string[] {
  const result = schema().safeParse(value);
  if (result.success) return [];
  const { issues } = result.error;
  if (issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0)) {
    return ['it must be a JSON object'];
  }
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? unknownKeys(schema, issue, value) : [],
  );
  const wrong = issuesOf(schema, value).flatMap(({ message }, i) => {
    const issue = issues[i];
    if (issue?.code === 'unrecognized_keys') return [];
    if (issue?.code === 'invalid_union') return inUnion(schema, issue, value) ?? [message];
    return issue?.code === 'invalid_value' ? [message + choiceOf(issue, value)] : [message];
  });
  return capped([...unknown, ...wrong]);
}

/** The first of many problems. */
export const capped = (problems: readonly string[]): string[] =>
  problems.length <= MOST
    ? [...problems]
    : [...problems.slice(0, MOST), `${problems.length - MOST} more problems`];

function unknownKeys(
  schema: Schema,
  { keys, path }: z.core.$ZodIssueUnrecognizedKeys,
  root: unknown,
): string[] {
  const type = typeAt(schema(), path, root);
  const known = type ? Object.keys(definitionOf(type).shape ?? {}) : [];
  const place = path.length ? `${attributeOf(path)}: ` : '';
  // One more than is told, so that it is known that there are more.
  return keys.slice(0, MOST + 1).map((key) => place + unknownMember(key, known));
}

/** Says that a name is not known, with the nearest one that is. */
export function unknownMember(name: string, known: readonly string[]): string {
  const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  const others = known.length > 0 ? `; known are ${known.join(', ')}` : '';
  return `unknown member ${shown}${didYouMean(shown, known) || others}`;
}

/** The value that was most likely meant. */
function choiceOf({ values, path }: z.core.$ZodIssueInvalidValue, root: unknown): string {
  const found = valueAt(root, path);
  if (found === undefined) return '';
  return didYouMean(String(found).slice(0, LONGEST_NAME), values.map(String));
}

/** What zod's unions have beside what all types have. */
interface Union {
  readonly options?: readonly z.core.$ZodType[];
  /** The member that tells the options apart. */
  readonly discriminator?: string;
}

const unionOf = (type: z.core.$ZodType) => definitionOf(type) as Union; // both are absent from other types

/** What is wrong with a value by the option that was meant; undefined where nobody can tell which. */
function inUnion(
  schema: Schema,
  { path }: z.core.$ZodIssueInvalidUnion,
  root: unknown,
): string[] | undefined {
  const parent = typeAt(schema(), path.slice(0, -1), root, true);
  const { options = [], discriminator } = parent ? unionOf(parent) : {};
  if (discriminator !== undefined && path.at(-1) === discriminator) {
    const names = options.flatMap((option) => literalOf(option, discriminator));
    const given = valueAt(root, path);
    const hint = typeof given === 'string' ? didYouMean(given.slice(0, LONGEST_NAME), names) : '';
    return [`${attributeOf(path)} must be one of ${names.join(', ')}${hint}`];
  }
  const value = valueAt(root, path);
  const option = typeAt(schema(), path, root);
  if (typeof value !== 'object' || value === null || !option || unionOf(option).options) return undefined;
  const place = attributeOf(path);
  return schemaProblems(() => option as z.ZodMiniType, value).map(
    (
      problem, // built by zod/mini
    ) => (problem.startsWith('unknown member') ? `${place}: ${problem}` : `${place}.${problem}`),
  );
}

/** The type of the value at a path; within unions that of the option that was meant, unless the union is wanted. */
function typeAt(
  root: z.core.$ZodType,
  path: readonly PropertyKey[],
  value: unknown,
  wantsUnion = false,
): z.core.$ZodType | undefined {
  let type: z.core.$ZodType | undefined = root;
  for (const [depth, key] of path.entries()) {
    const at: z.core.$ZodType | undefined = type && meant(type, valueAt(value, path.slice(0, depth)));
    type = at && typeUnder(at, key);
  }
  return wantsUnion || !type ? type : meant(type, valueAt(value, path));
}

/** The option of a union that a value is meant to be: by its discriminator, else the one that is an object. */
function meant(type: z.core.$ZodType, value: unknown): z.core.$ZodType | undefined {
  const { options, discriminator } = unionOf(type);
  if (!options) return type;
  if (typeof value !== 'object' || value === null) return undefined;
  return discriminator === undefined
    ? options.find((option) => definitionOf(option).shape)
    : options.find((option) =>
        literalOf(option, discriminator).includes(String(valueAt(value, [discriminator]))),
      );
}

/** The texts that a member of an option may be. */
function literalOf(option: z.core.$ZodType, member: string): string[] {
  const type = definitionOf(option).shape?.[member];
  const { values = [] } = (type ? definitionOf(type) : {}) as { readonly values?: readonly unknown[] }; // a literal's
  return values.map(String);
}

/** The value at a path, as far as there is one. */
const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], root);
