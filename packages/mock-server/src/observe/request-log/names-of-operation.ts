import { definitionOf, didYouMean, type Endpoint } from '@trickle/sdk/contract';
import type * as z from 'zod/mini';

/** The member names of an object type; undefined for other types. */
function membersOf(type: z.core.$ZodType) {
  const { shape, element, catchall } = definitionOf(type);
  if (element) return membersOf(element);
  if (!shape) return undefined;
  return { shape, isOpen: catchall !== undefined && definitionOf(catchall).type !== 'never' };
}

/** Lists the names that an operation does not have, each with the nearest known name. */
export function unknownNames(endpoint: Endpoint, parameters: readonly string[], body: unknown): string[] {
  const names = endpoint.query ? Object.keys(definitionOf(endpoint.query()).shape ?? {}) : [];
  const strange = parameters
    .filter((name) => !names.includes(name))
    .map((name) => `unknown parameter ${name}${didYouMean(name, names)}`);
  return endpoint.body ? [...strange, ...strangeMembers(endpoint.body.item(), body, '')] : strange;
}

function strangeMembers(type: z.core.$ZodType, value: unknown, path: string): string[] {
  const members = membersOf(type);
  if (!members || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => strangeMembers(type, item, `${path}[${index}]`));
  }
  return Object.entries(value).flatMap(([name, member]) => {
    const place = path === '' ? name : `${path}.${name}`;
    const inner = Object.hasOwn(members.shape, name) ? members.shape[name] : undefined;
    if (inner) return strangeMembers(inner, member, place);
    return members.isOpen ? [] : [`unknown member ${place}${didYouMean(name, Object.keys(members.shape))}`];
  });
}
