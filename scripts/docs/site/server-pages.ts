import {
  type JsonSchema,
  nameOfReference,
  type Refer,
  rowOfParameter,
  rowsOf,
  typeOf,
} from '@trickle/sdk/contract';
import {
  isReference,
  type Operation,
  parametersOf,
} from '../../../packages/mock-server/src/api/docs/open-api.ts';
import { usage } from '../../../packages/mock-server/src/cli/flags.ts';
import { document, operations } from '../reference/document.ts';
import { rowTable, table } from '../reference/table.ts';
import { membersIn, oneLine } from '../syntax.ts';

const { schemas } = document.components;

/** The generated parts of pages, from the server's source and its OpenAPI document, by name. */
export function serverTables(): ReadonlyMap<string, string> {
  return new Map([
    ['admin-api', adminText()],
    ['seeds', seedsText()],
    ['faults', rowTable('Member', rowsOf(schemas.FaultInput ?? {}))],
    ['server-options', optionsTable()],
    ['server-command', `\`\`\`text\n${usage.trim()}\n\`\`\``],
  ]);
}

const SEEDS = Object.keys(schemas).filter((name) => name.endsWith('Seed'));
const seedTitle = (name: string) => name.replace('Seed', '');

/** Links to the schemas that have a section of their own. */
const referFrom =
  (page: string): Refer =>
  (name) => {
    if (name === 'FaultInput') return '[`FaultInput`](faults.md#members)';
    return SEEDS.includes(name) ? `[\`${name}\`](${page}#${seedTitle(name).toLowerCase()})` : `\`${name}\``;
  };

function adminText(): string {
  const adminOperations = operations.filter(({ route }) => route.includes(' /_admin'));
  const nouns = Map.groupBy(adminOperations, ({ route }) => route.split('/')[2] ?? '');
  const parts = Array.from(nouns, ([noun, ofNoun]) =>
    [`## ${sentence(noun.replaceAll('_', ' '))}`, ...ofNoun.map(operationText)].join('\n\n'),
  );
  return [`The admin API has ${adminOperations.length} operations:`, ...parts].join('\n\n');
}

function operationText({ route, operation }: (typeof operations)[number]): string {
  const refer = referFrom('seeds.md');
  const { summary, description, requestBody, responses } = operation;
  const rows = parametersOf(document, operation).map((parameter) => {
    const row = rowOfParameter(parameter, refer);
    return { ...row, type: `${parameter.in}, ${row.type}` };
  });
  const schema = requestBody?.content['application/json']?.schema;
  const [status = '', response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const answer = response && !isReference(response) ? response.description : '';
  return [
    `### ${route}`,
    `${summary}. ${description ?? ''}`.trim(),
    ...(opensForKeys(operation) ? [] : ['Needs the admin password, if the server has one.']),
    ...(rows.length > 0 ? [rowTable('Parameter', rows)] : []),
    ...(schema ? [bodyText(schema, requestBody?.required === true, refer)] : []),
    `**Answer:** ${status}. ${answer}`.trim(),
  ].join('\n\n');
}

const opensForKeys = ({ security = [] }: Operation) => security.some((credentials) => 'token' in credentials);

function bodyText(schema: JsonSchema, isRequired: boolean, refer: Refer): string {
  const kind = isRequired ? 'Body' : 'Body (optional)';
  if (nameOfReference(schema) !== undefined) return `**${kind}:** ${typeOf(schema, refer)}`;
  if (schema.properties === undefined) return `**${kind}:** JSON.`;
  return `**${kind}:**\n\n${rowTable('Member', rowsOf(schema, refer))}`;
}

function seedsText(): string {
  const order = ['AccountSeed', ...SEEDS.filter((name) => name !== 'AccountSeed')];
  const parts = order.map(
    (name) => `## ${seedTitle(name)}\n\n${rowTable('Member', rowsOf(schemas[name] ?? {}, referFrom('')))}`,
  );
  return parts.join('\n\n');
}

const optionsTable = (): string =>
  table(
    ['Option', 'Description'],
    membersIn('packages/mock-server/src/options.ts', 'ServerOptions').map(({ name, comment }) => [
      `\`${name}\``,
      oneLine(comment),
    ]),
  );

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
