import type * as z from 'zod/mini';
import { endpointNamed } from '../contract/find-endpoint.ts';
import { knownValuesOf } from '../contract/schema/field.ts';
import { definitionOf, typeUnder } from '../contract/schema/schema.ts';
import { placedIssuesOf } from '../contract/schema/validation.ts';
import { type RequestSummary, ResponseValidationError, title } from '../core/errors.ts';
import { runHook } from '../core/hooks.ts';
import { isObject } from '../core/is-object.ts';
import type { ResponseWarning } from '../core/response-warning.ts';
import type { Settings } from '../options.ts';

type Type = z.core.$ZodType;
type Path = readonly PropertyKey[];
type Kind = ResponseWarning['kind'];

const PROBLEMS = {
  unknown_member: 'is not part of the interface',
  unknown_value: 'has a value that is not part of the interface',
} as const;

/** Bounds the memory if every response of the service differs. */
const MAX_WARNINGS = 1000;

interface Inspection {
  readonly operation: string;
  readonly settings: Settings;
  readonly summary: RequestSummary;
  /** The body, and the result of the call. */
  readonly received: unknown;
  readonly data: unknown;
  readonly response: Response;
}

/** Warns about deviations from the interface, once for each message in `warned`. Throws if `responses` is `'strict'`. */
export async function inspect(inspection: Inspection, warned: Set<string>): Promise<void> {
  const { operation, settings, summary, received, data, response } = inspection;
  const warnings = warningsOf(operation, received);
  const { onWarning = ({ message }) => console.warn(message) } = settings.hooks;
  for (const warning of warnings) {
    if (warned.has(warning.message) || warned.size >= MAX_WARNINGS) continue;
    warned.add(warning.message);
    await runHook('onWarning', onWarning, warning);
  }
  const problems = warnings.filter(({ kind }) => kind === 'type');
  if (settings.responses === 'strict' && problems.length > 0) {
    throw validationError({ request: summary, response, data, warnings: problems });
  }
}

function validationError(failure: ConstructorParameters<typeof ResponseValidationError>[1]) {
  const { request, response, warnings } = failure;
  const listed = warnings.slice(0, 5).map(({ path, problem }) => `${path} ${problem}`);
  const more = warnings.length - listed.length;
  const list = listed.join('; ') + (more > 0 ? `; and ${more} more in \`warnings\`` : '');
  const message = `${title(request)} answered ${response.status}, but ${list}. The service has processed the request.`;
  return new ResponseValidationError(message, failure);
}

/**
 * Lists the deviations of a body from the schema of its operation, each kind and path once. This module is loaded only
 * if `responses` asks for it.
 */
export function warningsOf(operation: string, body: unknown): ResponseWarning[] {
  const wire = endpointNamed(operation)?.response.wire;
  if (!wire) return [];
  const warnings = new Map<string, ResponseWarning>();
  const warn = (kind: Kind, at: Path, problem: string) => {
    const path = placeOf(wire(), at);
    const message = `In a response to ${operation}, ${path} ${problem}.`;
    warnings.set(`${path} ${problem}`, { operation, kind, path, problem, message });
  };
  for (const { code, path } of placedIssuesOf(wire, body)) {
    warn('type', path, code === 'presence_error' ? 'is missing' : 'has the wrong type');
  }
  for (const [kind, path] of additionsIn(wire(), body, [])) warn(kind, path, PROBLEMS[kind]);
  return [...warnings.values()];
}

/** Lists members and values that are not in the schema. */
function* additionsIn(type: Type, value: unknown, at: Path): Generator<[keyof typeof PROBLEMS, Path]> {
  const { shape, catchall, element } = definitionOf(type);
  if (element && Array.isArray(value)) {
    for (const [i, item] of value.entries()) yield* additionsIn(element, item, [...at, i]);
  } else if (shape && isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const memberType = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (memberType) yield* additionsIn(memberType, member, [...at, name]);
      else if (!catchall) yield ['unknown_member', [...at, name]];
    }
  } else if (typeof value === 'string' && knownValuesOf(type)?.includes(value) === false) {
    yield ['unknown_value', at];
  }
}

/** Formats a path without personal data: indexes and custom names are omitted. */
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
