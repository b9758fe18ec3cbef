import { type Golden, readGoldens } from '../../sdk/test/wire/read-goldens.ts';

/*
 * The goldens, written by hand from the interface, for suites over every endpoint. Nothing here comes from the
 * contract, which the server is built on.
 */

/** A request as sent. */
export interface Sample {
  /** `<noun>.<method>` */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Undefined if the endpoint has no body. */
  readonly body: unknown;
  /** The success status. */
  readonly status: number;
}

/** The goldens of v2 and v3. OAuth authenticates in another way. */
export const goldens: readonly Golden[] = readGoldens('http://base.test').filter(
  ({ key }) => !key.startsWith('oauth.'),
);

/** One valid request for each endpoint. */
export const samples: readonly Sample[] = goldens.map(({ key, examples: [{ request, response }] }) => ({
  key,
  method: request.method,
  path: request.path,
  query: request.query ?? {},
  body: request.body,
  status: response.status,
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
