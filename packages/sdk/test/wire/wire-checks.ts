import { ok, deepStrictEqual as same } from 'node:assert/strict';
import { type AnyEndpoint, type Check, type Contract, operationsOf } from '../interface/check.ts';
import { type Example, type Golden, type Issue, readGoldens } from './read-goldens.ts';

const BASE_URL = 'https://api.example.test';

/** The goldens against the contract. */
export function wireChecks(contract: Contract): Check[] {
  const goldens = readGoldens(BASE_URL);
  const operations = operationsOf(contract);
  return [
    {
      name: 'every operation has a golden and every golden an operation',
      run: () => same(goldens.map(({ key }) => key).sort(), [...operations.keys()].sort()),
    },
    ...goldens.flatMap((golden) => {
      const endpoint = operations.get(golden.key);
      return endpoint ? goldenChecks(golden, endpoint, contract) : [];
    }),
  ];
}

function goldenChecks(golden: Golden, endpoint: AnyEndpoint, contract: Contract): Check[] {
  const { key } = golden;
  return [
    ...golden.examples.flatMap((example, index) => [
      { name: `${key} sends example ${index}`, run: () => sends(key, example, endpoint) },
      { name: `${key} reads example ${index}`, run: () => reads(example, endpoint) },
    ]),
    ...golden.misshapen.map(({ why, body }) => ({
      name: `${key} refuses a body: ${why}`,
      run: () => ok(!endpoint.body?.wire().safeParse(body).success),
    })),
    ...golden.invalid.map((one) => ({
      name: `${key} refuses: ${one.why}`,
      run: () => same(sorted(issuesIn(one, endpoint, contract)), sorted(one.errors)),
    })),
    ...golden.records.map(({ why, record, errors }) => ({
      name: `${key} refuses a record: ${why}`,
      run: () => {
        ok(endpoint.body);
        same(sorted(contract.issuesOf(endpoint.body.item, record)), sorted(errors));
      },
    })),
    ...(golden.largest === undefined
      ? []
      : [
          {
            name: `${key} accepts its largest batch`,
            run: () => ok(endpoint.body?.wire().safeParse(golden.largest).success),
          },
        ]),
  ];
}

const placeholder = /\{(\w+)\}/g;

/** The same JSON with a member that nobody knows on every object that has members of its own. */
function withUnknown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknown);
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return value;
  const inner = Object.entries(value).map(([name, one]) => [name, withUnknown(one)]);
  return { ...Object.fromEntries(inner), brand_new: 'thing' };
}

function sends(key: string, { call, request }: Example, endpoint: AnyEndpoint) {
  const { body, query, method, path } = endpoint;
  same(method, request.method);
  const ids = [...path.matchAll(placeholder)].filter(([, name]) => name !== 'account_id').length;
  let next = 0;
  const filled = path.replace(placeholder, (_, name) =>
    name === 'account_id' ? '9999999' : encodeURIComponent(String(call[next++])),
  );
  same(filled, request.path);
  const given = call[ids];
  if (body) {
    same(body.wrap(given), request.body);
    same(body.unwrap(request.body), given);
    same(body.wire().safeParse(request.body), { success: true, data: request.body });
    ok(body.wire().safeParse(withUnknown(request.body)).success);
  } else same(request.body, undefined);
  if (key.startsWith('oauth.'))
    same(query?.().safeParse(request.query), { success: true, data: request.query });
  else if (query) {
    same(query().safeParse(given ?? {}), { success: true, data: given ?? {} });
    same(texts(given), request.query);
  } else same(request.query, undefined);
}

const texts = (query: unknown) =>
  query && Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));

function reads({ response, result }: Example, endpoint: AnyEndpoint) {
  const { wire, links, unwrap } = endpoint.response;
  same(response.status, endpoint.status);
  same('location' in (response.headers ?? {}), endpoint.location ?? false);
  if (wire) same(wire().safeParse(response.body), { success: true, data: response.body });
  else same(response.body, undefined);
  if (wire) ok(wire().safeParse(withUnknown(response.body)).success);
  same(unwrap(response.body), result);
  const sent = (response.body as { links?: object } | undefined)?.links;
  same(sent, links && JSON.parse(JSON.stringify(links).replaceAll('{base_url}', BASE_URL)));
}

/** The issues of a query or of the one record. Issues of a batch have the plural name as attribute. */
function issuesIn(
  { body, query }: Golden['invalid'][number],
  endpoint: AnyEndpoint,
  { issuesOf }: Contract,
): readonly Issue[] {
  if (query) return issuesOf(endpoint.query ?? missing(), query);
  const { kind, name, item, wire } = endpoint.body ?? missing();
  if (kind === 'bare') return issuesOf(item, body);
  if (kind === 'one')
    return issuesOf(item, (body as Readonly<Record<string, readonly unknown[]>>)[name]?.[0]);
  const prefix = kind === 'batch' ? 'batches[0].' : '';
  return issuesOf(wire, body).map(({ code, attribute }) => {
    ok(attribute.startsWith(prefix));
    return { code, attribute: attribute.slice(prefix.length) };
  });
}

function missing(): never {
  throw new Error('the contract takes nothing here');
}

const sorted = (issues: readonly Issue[]) =>
  issues.map(({ code, attribute }) => `${attribute}: ${code}`).sort();
