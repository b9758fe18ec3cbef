import { globSync, readFileSync } from 'node:fs';
import { type Golden, readGoldens } from '../../sdk/test/wire/read-goldens.ts';

/*
 * What the suites over every endpoint walk over: the goldens, which were written by hand from the interface.
 * Nothing here comes from the contract, which the server is made from.
 */

/** A request as it goes on the wire. */
export interface Sample {
  /** `<noun>.<method>` */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Undefined where the endpoint takes none. */
  readonly body: unknown;
  /** The status of success. */
  readonly status: number;
  /** Whether this version of the server does it; others answer 501. */
  readonly isBuilt: boolean;
}

const sources = globSync('src/api/*.ts', { cwd: `${import.meta.dirname}/..` });
const notBuilt = new Set(
  sources.flatMap((file) => {
    const text = readFileSync(`${import.meta.dirname}/../${file}`, 'utf8');
    return [...text.matchAll(/notYet\('([\w.]+)'\)/g)].map(([, key = '']) => key);
  }),
);

/** Whether the server does an operation, by the handlers in its source. */
export const isBuilt = (key: string): boolean => !notBuilt.has(key);

/** The goldens of v2 and v3. OAuth has another way of proving who one is. */
export const goldens: readonly Golden[] = readGoldens('http://base.test').filter(
  ({ key }) => !key.startsWith('oauth.'),
);

/** One good request to each endpoint. */
export const samples: readonly Sample[] = goldens.map(({ key, examples: [{ request, response }] }) => ({
  key,
  method: request.method,
  path: request.path,
  query: request.query ?? {},
  body: request.body,
  status: response.status,
  isBuilt: isBuilt(key),
}));

/** The endpoints of one account. */
export const accountSamples = samples.filter(({ path }) => path.includes('9999999'));

/** The endpoints with a body. */
export const bodySamples = samples.filter(({ body }) => body !== undefined);

/** The path with its query. */
export function target({ path, query }: Pick<Sample, 'path' | 'query'>): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}
