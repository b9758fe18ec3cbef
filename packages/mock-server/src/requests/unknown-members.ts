import { definitionOf, didYouMean, type Endpoint } from '@trickle/sdk/contract';
import type * as z from 'zod/mini';

/** The names that an object may have, and what is known of its members. */
interface Names {
  /** Whether attributes of the caller's own are kept. */
  readonly isOpen: boolean;
  readonly members: ReadonlyMap<string, Names | undefined>;
}

/** More is not told of one request. */
const MOST = 20;

const known = new Map<z.core.$ZodType, Names | undefined>();

/** What a schema says of names; undefined where it speaks of none. Looked up once for each schema. */
function namesOf(type: z.core.$ZodType): Names | undefined {
  if (known.has(type)) return known.get(type);
  const { shape, element, catchall } = definitionOf(type);
  const names = shape
    ? {
        isOpen: catchall !== undefined && definitionOf(catchall).type !== 'never',
        members: new Map(Object.entries(shape).map(([name, member]) => [name, namesOf(member)])),
      }
    : element && namesOf(element);
  known.set(type, names);
  return names;
}

/**
 * Names in a request that the interface does not know and that were ignored, each with the nearest one that it
 * does know. Names of the caller's own, where such are kept, are none of them.
 */
// Unspecified: U-02
export function unknownNames(endpoint: Endpoint, query: string, input: unknown): string[] {
  const found: string[] = [];
  if (query !== '') {
    const parameters = endpoint.query ? Object.keys(namesToShape(endpoint.query())) : [];
    for (const name of new Set(new URLSearchParams(query).keys())) {
      if (!parameters.includes(name)) found.push(`unknown parameter ${name}${didYouMean(name, parameters)}`);
    }
  }
  const names = endpoint.body && input !== undefined ? namesOf(endpoint.body.item()) : undefined;
  if (names) walk(names, input, '', found);
  return found;
}

const namesToShape = (type: z.core.$ZodType) => definitionOf(type).shape ?? {};

function walk(names: Names, value: unknown, path: string, found: string[]): void {
  if (typeof value !== 'object' || value === null || found.length >= MOST) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(names, item, `${path}[${index}]`, found);
    return;
  }
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue;
    const inner = names.members.get(name);
    const place = path === '' ? name : `${path}.${name}`;
    if (inner) {
      walk(inner, (value as Readonly<Record<string, unknown>>)[name], place, found);
    } else if (!names.isOpen && !names.members.has(name)) {
      found.push(`unknown member ${place}${didYouMean(name, names.members.keys())}`);
    }
  }
}
