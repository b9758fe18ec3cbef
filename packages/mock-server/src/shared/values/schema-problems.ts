import {
  attributeOf,
  definitionOf,
  didYouMean,
  issuesOf,
  type Schema,
  typeUnder,
} from '@trickle/sdk/contract';
import type * as z from 'zod/mini';

const MOST = 20;
/** The longest part of a name to show. */
const MAX_NAME_LENGTH = 80;

/** Describes the problems of a hand-written value. Suggests the nearest known name for unknown members and values. */
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
    if (i > MOST) return [message]; // only counted, and a suggestion takes time
    if (issue?.code === 'invalid_union') return inUnion(schema, issue, value) ?? [message];
    return issue?.code === 'invalid_value' ? [message + choiceOf(issue, value, message)] : [message];
  });
  return capped([...unknown, ...wrong]);
}

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
  const names = type ? Object.keys(definitionOf(type).shape ?? {}) : [];
  const place = path.length ? `${attributeOf(path)}: ` : '';
  // One more than is reported, so that the caller knows there are more.
  return keys.slice(0, MOST + 1).map((key) => place + unknownMember(key, names));
}

/** Describes an unknown member and suggests the nearest known name. */
export function unknownMember(name: string, names: readonly string[]): string {
  const shortName = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
  const others = names.length > 0 ? `; known are ${names.join(', ')}` : '';
  return `unknown member ${shortName}${didYouMean(shortName, names) || others}`;
}

const MAX_NAMES = 6;

/** Suggests the nearest valid value, otherwise those that contain the value or share its first word. */
function choiceOf({ values, path }: z.core.$ZodIssueInvalidValue, root: unknown, message: string): string {
  const value = valueAt(root, path);
  if (typeof value === 'object' || value === undefined) return ''; // an object may not convert to text
  const text = String(value).slice(0, MAX_NAME_LENGTH).toLowerCase();
  const names = values.map(String);
  const hint = didYouMean(text, names);
  if (hint !== '' || text === '') return hint;
  const containing = (part: string) => names.filter((name) => name.toLowerCase().includes(part));
  const [whole, first] = [containing(text), containing(`${text.split(/\W/, 1)[0]}.`)];
  const near = (whole.length > 0 ? whole : first).slice(0, MAX_NAMES);
  return near.length === 0 || message.includes(near[0] ?? '') ? '' : `; near are ${near.join(', ')}`;
}

interface Union {
  readonly options?: readonly z.core.$ZodType[];
  /** The member that distinguishes the options. */
  readonly discriminator?: string;
}

const unionOf = (type: z.core.$ZodType) => definitionOf(type) as Union; // both are absent from other types

/** Describes a value's problems by its likely union option; undefined when no option is likely. */
function inUnion(
  schema: Schema,
  { path }: z.core.$ZodIssueInvalidUnion,
  root: unknown,
): string[] | undefined {
  const parent = typeAt(schema(), path.slice(0, -1), root, true);
  const { options = [], discriminator } = parent ? unionOf(parent) : {};
  if (discriminator !== undefined && path.at(-1) === discriminator) {
    const names = options.flatMap((option) => literalOf(option, discriminator));
    const actual = valueAt(root, path);
    const hint = typeof actual === 'string' ? didYouMean(actual.slice(0, MAX_NAME_LENGTH), names) : '';
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

/** Finds the type at a path; for a union, the likely option unless `wantsUnion`. */
function typeAt(
  root: z.core.$ZodType,
  path: readonly PropertyKey[],
  value: unknown,
  wantsUnion = false,
): z.core.$ZodType | undefined {
  let type: z.core.$ZodType | undefined = root;
  for (const [depth, key] of path.entries()) {
    const at: z.core.$ZodType | undefined = type && likelyOption(type, valueAt(value, path.slice(0, depth)));
    type = at && typeUnder(at, key);
  }
  return wantsUnion || !type ? type : likelyOption(type, valueAt(value, path));
}

/** Finds the likely option of a union: by discriminator, otherwise the first object type. */
function likelyOption(type: z.core.$ZodType, value: unknown): z.core.$ZodType | undefined {
  const { options, discriminator } = unionOf(type);
  if (!options) return type;
  if (typeof value !== 'object' || value === null) return undefined;
  return discriminator === undefined
    ? options.find((option) => definitionOf(option).shape)
    : options.find((option) =>
        literalOf(option, discriminator).includes(String(valueAt(value, [discriminator]))),
      );
}

function literalOf(option: z.core.$ZodType, member: string): string[] {
  const type = definitionOf(option).shape?.[member];
  const { values = [] } = (type ? definitionOf(type) : {}) as { readonly values?: readonly unknown[] }; // a literal's
  return values.map(String);
}

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], root);
