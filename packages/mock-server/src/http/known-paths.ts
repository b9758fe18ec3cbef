import { contract, type Endpoint } from '@trickle/sdk/contract';
import { methodNotAllowed, notFound, type Refusal } from './refusals.ts';

interface KnownPath {
  readonly method: string;
  readonly form: RegExp;
}

let known: KnownPath[] | undefined;

function knownPaths(): KnownPath[] {
  const endpoints = Object.values(contract).flatMap((noun) => Object.values<Endpoint>(noun));
  known ??= endpoints.map(({ method, path }) => ({
    method,
    form: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return known;
}

/** What to say of a request that no route took: 405 when its path takes another method, else 404. */
// Unspecified: U-06
export function refuseUnknown(method: string, path: string): Refusal {
  const allowed = knownPaths()
    .filter(({ form }) => form.test(path))
    .map((endpoint) => endpoint.method);
  return allowed.length === 0
    ? notFound(`There is nothing at ${path}.`)
    : methodNotAllowed(method, path, [...new Set(allowed)]);
}
