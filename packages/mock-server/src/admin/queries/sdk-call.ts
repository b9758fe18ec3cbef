import { isDeepStrictEqual } from 'node:util';
import { contract, type Endpoint } from '@trickle/sdk/contract';
import type { RecordedRequest } from '../../observe/request-log/recorded-request.ts';

/** A recorded request as a call of the SDK; undefined if no call sends the same request. */
export function sdkCallOf(request: RecordedRequest): string | undefined {
  const { operation, method, path, query, body } = request;
  if (operation === undefined) return undefined;
  const [noun = '', name = ''] = operation.split('.');
  const nouns: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = contract;
  const endpoint = nouns[noun]?.[name];
  const parameters = endpoint && parametersIn(endpoint.path, path);
  // The older forms of some operations have another method or path.
  if (!endpoint || !parameters || endpoint.method !== method) return undefined;
  const input = inputOf(endpoint, query, body);
  if (!input) return undefined;
  return `await client.${operation}(${[...parameters, ...input].map(literal).join(', ')});`;
}

/** The values of a path's placeholders, without the account, which the client knows. */
function parametersIn(template: string, path: string): string[] | undefined {
  const segments = path.replace(/\/$/, '').split('/');
  const expected = template.split('/');
  if (segments.length !== expected.length) return undefined;
  const values: string[] = [];
  for (const [index, name] of expected.entries()) {
    const segment = segments[index] ?? '';
    if (name === '{account_id}') continue;
    if (name.startsWith('{')) values.push(decodeURIComponent(segment));
    else if (name !== segment) return undefined;
  }
  return values;
}

/** The argument after the parameters, if there is one; undefined if the SDK cannot send it. */
function inputOf(
  { body: envelope, query: schema }: Endpoint,
  query: RecordedRequest['query'],
  body: unknown,
) {
  if (!envelope) return Object.keys(query).length === 0 || !schema ? [] : [typed(schema(), query)];
  const { success } = envelope.wire().safeParse(body);
  const input = success ? envelope.unwrap(body) : undefined;
  return success && isDeepStrictEqual(envelope.wrap(input), body) ? [input] : undefined;
}

/** The parameters of a query with numbers and booleans where the operation takes them. */
function typed(schema: ReturnType<NonNullable<Endpoint['query']>>, query: RecordedRequest['query']) {
  const rejected = schema.safeParse(query).error?.issues.map(({ path }) => path[0]) ?? [];
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => [
      name,
      rejected.includes(name) && /^(true|false|-?\d+(\.\d+)?)$/.test(text) ? JSON.parse(text) : text,
    ]),
  );
}

/** A value as a JavaScript literal. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:');
}
