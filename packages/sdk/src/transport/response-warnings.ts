import type * as z from 'zod/mini';
import { endpointNamed } from '../contract/find-endpoint.ts';
import { definitionOf, typeUnder } from '../contract/schema/definition.ts';
import { knownValuesOf } from '../contract/schema/field.ts';
import { placedIssuesOf } from '../contract/schema/validation.ts';
import { type RequestSummary, ResponseValidationError } from '../core/errors.ts';
import { isObject } from '../core/is-object.ts';
import type { ResponseWarning } from '../core/response-warning.ts';
import type { Settings } from '../options.ts';
import { runHook } from './run-hook.ts';

type Type = z.core.$ZodType;
type Path = readonly PropertyKey[];
type Kind = ResponseWarning['kind'];

const PROBLEMS = {
  unknown_member: 'is a member that the interface does not have',
  unknown_value: 'has a value that the interface does not have',
} as const;

/** A service that answers something else each time must not fill the memory. */
const MAX_WARNINGS = 1000;

/** An answer of success that is to be compared with the interface. */
interface Inspection {
  readonly operation: string;
  readonly settings: Settings;
  readonly summary: RequestSummary;
  /** The body, and what the call makes of it. */
  readonly received: unknown;
  readonly data: unknown;
  readonly response: Response;
}

/** Warns of what the interface does not say, once for each message in `warned`; throws where `responses` is strict. */
export async function inspect(given: Inspection, warned: Set<string>): Promise<void> {
  const { operation, settings, summary, received, data, response } = given;
  const warnings = warningsOf(operation, received);
  const { onWarning = ({ message }) => console.warn(message) } = settings.hooks;
  for (const warning of warnings) {
    if (warned.has(warning.message) || warned.size >= MAX_WARNINGS) continue;
    warned.add(warning.message);
    await runHook('onWarning', () => onWarning(warning));
  }
  const faults = warnings.filter(({ kind }) => kind === 'type');
  if (settings.responses === 'strict' && faults.length > 0) {
    throw new ResponseValidationError(summary, response, data, faults);
  }
}

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
  for (const { code, path } of placedIssuesOf(wire, body)) {
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
