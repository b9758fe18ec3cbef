import {
  attributeOf,
  definitionAt,
  didYouMean,
  faultsOf,
  type Schema,
  suggester,
} from '@trickle/sdk/contract';
import type * as z from 'zod/mini';

/** All that is wrong with what was written by hand, unknown members and values with the nearest known one. */
export function problemsOf(schema: Schema, value: unknown): string[] {
  const result = schema().safeParse(value);
  if (result.success) return [];
  const { issues } = result.error;
  if (issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0)) {
    return ['it must be a JSON object'];
  }
  const suggest = suggester();
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? unknownKeys(schema, issue, suggest) : [],
  );
  const wrong = faultsOf(schema, value).flatMap(({ message }, i) => {
    const issue = issues[i];
    if (issue?.code === 'unrecognized_keys') return [];
    return issue?.code === 'invalid_value' ? [message + choiceOf(issue, value)] : [message];
  });
  return [...unknown, ...wrong];
}

function unknownKeys(
  schema: Schema,
  { keys, path }: z.core.$ZodIssueUnrecognizedKeys,
  suggest: typeof didYouMean,
): string[] {
  const known = Object.keys(definitionAt(schema(), path)?.shape ?? {});
  return keys.map((key) => {
    const hint = suggest(key, known) || `; known are ${known.join(', ')}`;
    return `${path.length ? `${attributeOf(path)}: ` : ''}unknown member ${key}${hint}`;
  });
}

/** The value that was most likely meant. */
function choiceOf({ values, path }: z.core.$ZodIssueInvalidValue, root: unknown): string {
  const found = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)?.[key], root);
  return typeof found === 'string' ? didYouMean(found, values.map(String)) : '';
}
