import * as contract from '@trickle/sdk/contract';
import * as predicates from '../../../packages/sdk/src/contract/schema/predicates.ts';
import * as rareFormats from '../../../packages/sdk/src/contract/schema/rare-formats.ts';
import { filled } from './filled.ts';
import { testText } from './test-text.ts';

const TRANSPORT = new URL('../../../packages/sdk/src/transport/', import.meta.url);

export const TABLE = new URL('operations.generated.ts', TRANSPORT);

/** The file of the tests that the SDK loads on use. */
export const RARE_TESTS = new URL('rare-tests.generated.ts', TRANSPORT);

const HEADING = '// biome-ignore-all format: written by `npm run generate` from the contract.';

/** The beginning of most paths, which `Operation` adds. */
const ACCOUNT_PATH = /^\/v2\/\{account_id\}(?=\/)/;

type Endpoint = contract.Endpoint<unknown>;

/** Schemas without a fast test, which would be large for rare operations. Their inputs are always validated with zod. */
export const WITHOUT_TEST: ReadonlySet<contract.Schema> = new Set<contract.Schema>([
  contract.RefundInput,
  contract.WebhookInput,
  contract.WorkflowTriggerInput,
]);

/** Nouns whose inputs most programs send. The tests of their inputs are part of the table. */
const COMMON = ['subscribers', 'events', 'tags', 'unsubscribes'];

const { oauth: _, ...nouns } = contract.contract;
const schemasOf = (operations: Readonly<Record<string, Endpoint>>) =>
  Object.values(operations)
    .flatMap(({ body, query }) => [body?.item ?? [], query ?? []].flat())
    .filter((schema) => !WITHOUT_TEST.has(schema));
const schemas = new Set(Object.values(nouns).flatMap(schemasOf));
const common = new Set(COMMON.flatMap((noun) => schemasOf(nouns[noun as keyof typeof nouns])));

/** Generates the table with every operation except those of OAuth, which have their own entry point. */
export function operationsTable(): string {
  const tables = Object.entries(nouns).map(([noun, operations]) => nounText(noun, operations));
  return [
    ...[HEADING, "import type { contract } from '../contract/index.ts';"],
    ...testsOf(common, 'const', [
      "import { noun, rare } from './operation.ts';",
      '\n/** Every operation of the interface, with what a call needs. `Facts` has the defaults. */\n',
    ]),
    ...tables.map((part) => `\n${part}`),
    '',
  ].join('\n');
}

/** Generates the tests of inputs that few programs send. */
export function rareTests(): string {
  const rare = new Set([...schemas].filter((schema) => !common.has(schema)));
  return [HEADING, ...testsOf(rare, 'export const', ['']), ''].join('\n');
}

/** The tests of these schemas below what they import and further lines. */
function testsOf(tested: ReadonlySet<contract.Schema>, keyword: string, below: readonly string[]): string[] {
  const used = new Set<string>();
  const use = (name: string) => {
    used.add(name);
    return name;
  };
  const tests = Array.from(tested, (schema) =>
    filled(`${keyword} ${nameOf(schema)} = ${testText(schema(), use)};`),
  );
  const imports = Object.entries({ predicates, 'rare-formats': rareFormats }).flatMap(([file, module]) => {
    const names = [...used].filter((name) => name in module).sort();
    return names.length > 0
      ? filled(`import { ${names.join(', ')} } from '../contract/schema/${file}.ts';`)
      : [];
  });
  return [...imports, ...below, ...tests];
}

function nameOf(schema: contract.Schema): string {
  const found = Object.entries(contract).find(([, exported]) => exported === schema);
  if (!found) throw new Error('A schema of an endpoint is not exported by the contract.');
  return found[0];
}

const testOf = (schema: contract.Schema) =>
  common.has(schema) ? nameOf(schema) : `rare('${nameOf(schema)}')`;

function nounText(noun: string, operations: Readonly<Record<string, Endpoint>>): string {
  const lines = Object.entries(operations).map(([method, endpoint]) =>
    filled(`  ${method}: { ${factsOf(endpoint, noun).join(', ')} },`).replaceAll('\n', '\n  '),
  );
  return `export const ${noun} = noun<typeof contract.${noun}>('${noun}', {\n${lines.join('\n')}\n});`;
}

function factsOf(endpoint: Endpoint, noun: string): string[] {
  const { method, path, body, query, response, limit, repeatable } = endpoint;
  const facts = [`path: '${path.replace(ACCOUNT_PATH, '')}'`];
  if (method !== 'GET') facts.unshift(`method: '${method}'`);
  if (body) {
    const item = WITHOUT_TEST.has(body.item) ? '' : `, item: ${testOf(body.item)}`;
    facts.push(`body: { kind: '${body.kind}'${nameIn(body, noun)}${item} }`);
  }
  if (query) facts.push(`query: ${testOf(query)}`);
  const linked = response.hasLinked ? ', hasLinked: true' : '';
  if (response.kind !== 'none') {
    facts.push(`response: { kind: '${response.kind}'${nameIn(response, noun)}${linked} }`);
  }
  if (limit !== 'individual') facts.push(`limit: ${limit && `'${limit}'`}`);
  if (repeatable !== (method !== 'POST')) facts.push(`repeatable: ${repeatable}`);
  if (contract.SUBSCRIBER_UPDATES.has(endpoint)) facts.push('updatesSubscriber: true');
  return facts;
}

/** The name of the resource in a body, unless it is that of the noun. */
const nameIn = ({ name }: { readonly name: string }, noun: string) =>
  name === '' || name === noun ? '' : `, name: '${name}'`;
