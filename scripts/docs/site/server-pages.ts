import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { usage } from '../../../packages/mock-server/src/cli/flags.ts';
import { table } from '../reference/table.ts';
import { memberTable, type SchemaUrls, typeOf } from './members.ts';
import { type ApiOperation, adminOperations, nameOf, resolved, type Schema, schemas } from './open-api.ts';
import { root } from './pages.ts';

/** The parts of pages that are made from the source of the server and its OpenAPI document, by name. */
export function serverTables(): ReadonlyMap<string, string> {
  return new Map([
    ['admin-api', adminText()],
    ['seeds', seedsText()],
    ['faults', memberTable(resolved(schemas.FaultInput ?? {}))],
    ['server-options', optionsTable()],
    ['server-command', `\`\`\`text\n${usage.trim()}\n\`\`\``],
  ]);
}

const SEEDS = Object.keys(schemas).filter((name) => name.endsWith('Seed'));
const seedTitle = (name: string) => name.replace('Seed', '');

const seedUrls = (page: string): SchemaUrls =>
  Object.fromEntries(SEEDS.map((name) => [name, `${page}#${seedTitle(name).toLowerCase()}`]));

function adminText(): string {
  const nouns = Map.groupBy(adminOperations, ({ title }) => title.split('/')[2] ?? '');
  const parts = Array.from(nouns, ([noun, operations]) =>
    [`## ${sentence(noun.replaceAll('_', ' '))}`, ...operations.map(operationText)].join('\n\n'),
  );
  return [`The admin API has ${adminOperations.length} operations:`, ...parts].join('\n\n');
}

function operationText({ title, operation }: { title: string; operation: ApiOperation }): string {
  const urls: SchemaUrls = { ...seedUrls('seeds.md'), FaultInput: 'faults.md#members' };
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const rows = parameters.map(({ name, in: place, description: text = '', required, schema }) => [
    `\`${name}\``,
    `${place}, ${typeOf(schema, urls)}`,
    required ? 'yes' : '',
    text || schema.description,
  ]);
  const schema = requestBody?.content['application/json']?.schema;
  const [status = '', answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  return [
    `### ${title}`,
    `${summary}. ${description ?? ''}`.trim(),
    ...(opensForKeys(operation) ? [] : ['Needs the admin password, if the server has one.']),
    ...(rows.length > 0 ? [table(['Parameter', 'Type', 'Required', ''], rows)] : []),
    ...(schema ? [bodyText(schema, requestBody?.required === true, urls)] : []),
    `**Answer:** ${status}. ${answer?.description ?? ''}`.trim(),
  ].join('\n\n');
}

const opensForKeys = ({ security = [] }: ApiOperation) =>
  security.some((credentials) => 'token' in credentials);

function bodyText(schema: Schema, isRequired: boolean, urls: SchemaUrls): string {
  const kind = isRequired ? 'Body' : 'Body (optional)';
  if (nameOf(schema) !== undefined) return `**${kind}:** ${typeOf(schema, urls)}`;
  if (schema.properties === undefined) return `**${kind}:** JSON.`;
  return `**${kind}:**\n\n${memberTable(schema, urls)}`;
}

function seedsText(): string {
  const order = ['AccountSeed', ...SEEDS.filter((name) => name !== 'AccountSeed')];
  const parts = order.map((name) => {
    const schema = resolved(schemas[name] ?? {});
    return `## ${seedTitle(name)}\n\n${memberTable(schema, seedUrls(''))}`;
  });
  return parts.join('\n\n');
}

function optionsTable(): string {
  const source = readFileSync(join(root, 'packages/mock-server/src/options.ts'), 'utf8');
  const [, members = ''] = /export interface ServerOptions \{(.*?)\n\}/s.exec(source) ?? [];
  const rows = Array.from(
    members.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*readonly (\w+)\?:/g),
    ([, comment = '', name = '']) => [`\`${name}\``, oneLine(comment.replaceAll(/\n\s*\*/g, ' '))],
  );
  return table(['Option', 'Description'], rows);
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
