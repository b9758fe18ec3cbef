import type * as z from 'zod/mini';
import { definitionOf, typeUnder } from '../contract/definition.ts';
import { knownValuesOf } from '../contract/field.ts';
import { placedFaultsOf } from '../contract/validation.ts';
import type { ResponseWarning } from '../hooks.ts';
import { endpointNamed } from '../input/endpoint-named.ts';
import { isObject } from '../input/is-object.ts';

type Type = z.core.$ZodType;
type Path = readonly PropertyKey[];
type Kind = ResponseWarning['kind'];

const PROBLEMS = {
  unknown_member: 'is a member that the interface does not have',
  unknown_value: 'has a value that the interface does not have',
} as const;

/**
 * What a body has that its operation's schema does not say, each kind and place once. This module is loaded only by
 * those who ask for it.
 */
export function warningsOf(operation: string, body: unknown): ResponseWarning[] {
  const wire = endpointNamed(operation)?.response.wire;
  if (!wire) return [];
  const warnings = new Map<string, ResponseWarning>();
  const warn = (kind: Kind, at: Path, problem: string) => {
    const path = placeOf(wire(), at);
    const message = `In an answer to ${operation}, ${path} ${problem}.`;
    warnings.set(`${path} ${problem}`, { operation, kind, path, problem, message });
  };
  for (const { code, path } of placedFaultsOf(wire, body)) {
    warn('type', path, code === 'presence_error' ? 'is missing' : 'is not of its type');
  }
  for (const [kind, path] of additionsIn(wire(), body, [])) warn(kind, path, PROBLEMS[kind]);
  return [...warnings.values()];
}

/** Members and values that the schema does not have. */
function* additionsIn(type: Type, value: unknown, at: Path): Generator<[keyof typeof PROBLEMS, Path]> {
  const { shape, catchall, element } = definitionOf(type);
  if (element && Array.isArray(value)) {
    for (const [i, one] of value.entries()) yield* additionsIn(element, one, [...at, i]);
  } else if (shape && isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (known) yield* additionsIn(known, member, [...at, name]);
      else if (!catchall) yield ['unknown_member', [...at, name]];
    }
  } else if (typeof value === 'string' && knownValuesOf(type)?.includes(value) === false) {
    yield ['unknown_value', at];
  }
}

/** A path without what may tell of a person: positions, and keys that are somebody's own. */
function placeOf(root: Type, path: Path): string {
  let type: Type | undefined = root;
  let place = '';
  for (const key of path) {
    const isRecord = type && definitionOf(type).valueType;
    const isName = typeof key === 'string' && !isRecord && /^[a-z]\w{0,39}$/i.test(key);
    if (typeof key === 'number') place += '[]';
    else place += `${place && '.'}${isName ? key : '*'}`;
    type = type && typeUnder(type, key);
  }
  return place || 'the body';
}
