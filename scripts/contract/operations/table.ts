import * as contract from '@trickle/sdk/contract';
import { filled } from './filled.ts';
import { testText } from './test-text.ts';

/** The file of the table. */
export const TABLE = new URL('../../../packages/sdk/src/transport/operations.generated.ts', import.meta.url);

/** The command that generates it. */
const COMMAND = 'npm run generate';

/** The beginning of most paths, which `Operation` adds. */
const ACCOUNT_PATH = /^\/v2\/\{account_id\}(?=\/)/;

type Endpoint = contract.Endpoint<unknown>;

/**
 * Schemas without a fast test, since it would be large and their operations are rare. Inputs of these are always validated
 * with zod.
 */
export const WITHOUT_TEST: ReadonlySet<contract.Schema> = new Set<contract.Schema>([
  contract.RefundInput,
  contract.WebhookInput,
  contract.WorkflowTriggerInput,
]);

/** Generates the table with every operation except those of OAuth, which have their own entry point. */
export function operationsTable(): string {
  const { oauth: _, ...nouns } = contract.contract;
  const endpoints = Object.values(nouns).flatMap((operations): Endpoint[] => Object.values(operations));
  const used = new Set<string>();
  const use = (name: string) => {
    used.add(name);
    return name;
  };
  const schemas = new Set(endpoints.flatMap(({ body, query }) => [body?.item ?? [], query ?? []].flat()));
  const tested = [...schemas].filter((schema) => !WITHOUT_TEST.has(schema));
  const tests = tested.map((schema) => filled(`const ${nameOf(schema)} = ${testText(schema(), use)};`));
  const tables = Object.entries(nouns).map(([noun, operations]) => nounText(noun, operations));
  return [
    `// biome-ignore-all format: written by \`${COMMAND}\` from the contract.`,
    "import type { contract } from '../contract/index.ts';",
    filled(`import { ${[...used].sort().join(', ')} } from '../contract/schema/predicates.ts';`),
    "import { noun } from './operation.ts';",
    `\n/** Every operation of the interface, with what a call needs. \`Facts\` has the defaults. */`,
    ...[tests.join('\n'), ...tables].map((part) => `\n${part}`),
    '',
  ].join('\n');
}

function nameOf(schema: contract.Schema): string {
  const found = Object.entries(contract).find(([, exported]) => exported === schema);
  if (!found) throw new Error('A schema of an endpoint is not exported by the contract.');
  return found[0];
}

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
    const item = WITHOUT_TEST.has(body.item) ? '' : `, item: ${nameOf(body.item)}`;
    facts.push(`body: { kind: '${body.kind}'${nameIn(body, noun)}${item} }`);
  }
  if (query) facts.push(`query: ${nameOf(query)}`);
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
