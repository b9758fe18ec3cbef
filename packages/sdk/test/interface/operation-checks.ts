import { deepStrictEqual as same } from 'node:assert/strict';
import { actualSchema, type Shape } from './actual-schema.ts';
import { type AnyEndpoint, type Check, type Contract, operationsOf } from './check.ts';
import { argumentsSchema, resourceSchema } from './expected-schema.ts';
import { type Operation, prose, tables } from './facts.ts';

/** The endpoints of the contract against the interface, in both directions. */
export function operationChecks(contract: Contract): Check[] {
  const operations = operationsOf(contract);
  return [
    {
      name: 'the contract has exactly the operations of the interface',
      run: () => same([...operations.keys()].sort(), Object.keys(prose.operations).sort()),
    },
    {
      name: 'the contract has exactly the endpoints of the tables',
      run: () => same([...operations.values()].map(signature).sort(), tables.endpoints.map(signature).sort()),
    },
    ...[...operations].flatMap(([key, endpoint]) => checksOf(key, endpoint)),
  ];
}

const signature = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

function checksOf(key: string, endpoint: AnyEndpoint): Check[] {
  const fact = () => prose.operations[key] as Operation;
  const { query, body, response, ...line } = endpoint;
  return [
    { name: `${key} has the line of the interface`, run: () => same(line, lineOf(fact())) },
    { name: `${key} answers as its table says`, run: () => same(tableLine(endpoint), tableFacts(endpoint)) },
    {
      name: `${key} takes its query`,
      run: () => {
        const fields = prose.queries[key];
        same(query && actualSchema(query()), fields && argumentsSchema(fields));
      },
    },
    { name: `${key} takes its body`, run: () => same(bodyOf(body), requestFacts(fact())) },
    { name: `${key} gives its response`, run: () => same(responseOf(response), responseFacts(fact())) },
    { name: `${key} is frozen`, run: () => same(Object.isFrozen(endpoint), true) },
  ];
}

function lineOf({ request, response, repeatable, ...line }: Operation) {
  return { ...line, repeatable: repeatable ?? line.method !== 'POST' };
}

function tableLine({ status, location, also = [], response }: AnyEndpoint) {
  return { status, location: location ?? false, also, paged: response.kind === 'page' };
}

function tableFacts(endpoint: AnyEndpoint) {
  const row = tables.endpoints.find((one) => signature(one) === signature(endpoint));
  const redirects = row?.success === 302;
  const location = row?.location_header ?? redirects;
  return { status: row?.success, location, also: row?.also ?? [], paged: row?.paged ?? false };
}

function bodyOf(body: AnyEndpoint['body']) {
  if (!body) return undefined;
  const { kind, name, item, wire } = body;
  return { kind, name, item: actualSchema(item()), wire: actualSchema(wire()) };
}

function requestFacts({ request }: Operation) {
  if (!request) return undefined;
  const { fields, extra } = prose.arguments[request.args] as Prose['arguments'][string];
  const { envelope: kind, name = '' } = request;
  const item = argumentsSchema(fields, extra);
  return { kind, name, item, wire: requestWire[kind](name, item) };
}

type Prose = typeof prose;

const object = (properties: Readonly<Record<string, unknown>>): Shape => ({
  type: 'object',
  properties,
  ...(Object.keys(properties).length > 0 && { required: Object.keys(properties).sort() }),
});
const list = (items: Shape, minItems?: number, maxItems?: number): Shape => ({
  type: 'array',
  items,
  ...(minItems !== undefined && { minItems }),
  ...(maxItems !== undefined && { maxItems }),
});
const records = (item: Shape) => list(item, 1, prose.limits.batchRecords);

const requestWire = {
  one: (name: string, item: Shape) => object({ [name]: list(item, 1, 1) }),
  batch: (name: string, item: Shape) => object({ batches: list(object({ [name]: records(item) }), 1, 1) }),
  list: (name: string, item: Shape) => object({ [name]: records(item) }),
  bare: (_: string, item: Shape) => item,
};

function responseOf({ kind, name, item, wire, links, sorted }: AnyEndpoint['response']) {
  const shapes = { item: item && actualSchema(item()), wire: wire && actualSchema(wire()) };
  return { kind, name, links, sorted, ...shapes };
}

function responseFacts({ response }: Operation) {
  const { envelope: kind, name = '', links, sorted, linked } = response;
  const item = response.item === undefined ? undefined : resource(response.item);
  const around = {
    ...(links && { links: { type: 'object', additionalProperties: { type: 'string' } } }),
    ...(kind === 'page' && { meta: pageMeta(sorted) }),
    ...(kind === 'many' && sorted && { meta: resourceSchema(prose.pageMeta.sorted) }),
    ...(linked && { linked: object(linkedLists(linked)) }),
  };
  const wire = responseWire(kind, name, item, around);
  return { kind, name, links: links && prose.links[links], sorted, item, wire };
}

const linkedLists = (linked: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(linked).map(([name, one]) => [name, list(resource(one))]));

function responseWire(kind: string, name: string, item: Shape | undefined, around: object) {
  if (kind === 'none') return undefined;
  if (kind === 'empty') return object({});
  if (!item || kind === 'bare') return item;
  return object({ ...around, [name]: kind === 'one' ? list(item, 1, 1) : list(item) });
}

function resource(name: string): Shape {
  return name === 'text' ? { type: 'string' } : resourceSchema(prose.resources[name] ?? []);
}

/** Endpoints that sort have the sorting members of `meta`. */
export function pageMeta(sorted: true | undefined): Shape {
  const { paged, sorted: more } = prose.pageMeta;
  return resourceSchema([
    ...paged,
    ...(sorted ? more : more.map((field) => ({ ...field, optional: true as const }))),
  ]);
}
