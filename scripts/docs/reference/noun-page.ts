import { type Endpoint, LIMITS, SUBSCRIBER_UPDATES } from '@trickle/sdk/contract';
import { errorsOf } from '../openapi/errors.ts';
import { PARAMETERS } from '../openapi/operations.ts';
import { comments, schemaOf } from '../openapi/schemas.ts';
import { NOUNS, PATH_PARAMETERS } from '../openapi/texts.ts';
import { bodyFacts, type Member, membersOf, nameOf, queryFacts } from './members.ts';
import type { Method } from './methods.ts';
import { table } from './table.ts';

export const NOTE =
  '<!-- Made by `npm run docs:reference`: change the comments in packages/sdk/src instead. -->';

/** The page of one noun: each method with what it takes, gives and throws. */
export function nounPage(noun: string, methods: readonly Method[]): string {
  const { title, text } = NOUNS.find(({ name }) => name === noun) ?? { title: noun, text: '' };
  const about =
    noun === 'oauth' ? 'Tokens for applications of others: `createOAuth` of `@trickle/sdk/oauth`.' : text;
  return [NOTE, `# ${title}`, about, ...methods.map((method) => methodPart(method, methods))]
    .join('\n\n')
    .concat('\n');
}

const ownerOf = ({ noun }: Method) => (noun === 'oauth' ? 'oauth' : `client.${noun}`);

function methodPart(method: Method, siblings: readonly Method[]): string {
  const { name, signature, text, example } = method;
  return [
    `## ${name}`,
    `\`\`\`ts\n${ownerOf(method)}.${signature}\n\`\`\``,
    text,
    factsOf(method),
    ...parametersOf(method, siblings),
    `**Errors**\n\n${errorsPart(method)}`,
    `**Example**\n\n\`\`\`ts\n${example}\`\`\``,
  ].join('\n\n');
}

function factsOf({ endpoint, section, signature }: Method): string {
  const [, result = ''] = /\): (.*)$/.exec(signature) ?? [];
  const record = /[<\s]([A-Z]\w+?)(?=[[\]>,\s]|$)(?!<)/.exec(
    result.replace(/^(?:Page)?Call|^Promise/, ''),
  )?.[1];
  return [
    endpoint && `- **Sends**: \`${endpoint.method} ${endpoint.path}\`; success is ${successOf(endpoint)}`,
    `- **Gives**: \`${result}\`${record && isRecord(record) ? `, see [${record}](records.md#${record.toLowerCase()})` : ''}`,
    endpoint && `- **Limit**: ${limitOf(endpoint)}`,
    endpoint && `- **Sent again**: ${repetitionOf(endpoint)}`,
    `- **Interface**: ${section.replaceAll(/"([^"]+)"/g, '$1')}`,
  ]
    .filter(Boolean)
    .join('\n');
}

const successOf = ({ status, location }: Endpoint) =>
  `${status}${location ? ' with a `Location` header' : ''}`;

export const isRecord = (name: string) =>
  comments[name] !== undefined && !/Input$|Query$|Activity$/.test(name);

function limitOf(endpoint: Endpoint): string {
  const count = (value: number) => value.toLocaleString('en');
  const { individualRequestsPerHour, batchRequestsPerHour, batchUpdatesPerHour } = LIMITS;
  if (endpoint.limit === null) return 'none';
  if (endpoint.limit === 'batch') {
    const records = `${count(batchUpdatesPerHour)} records`;
    return `batch: ${batchRequestsPerHour} requests and ${records} an hour, 1 to 1000 records in each`;
  }
  const turn = SUBSCRIBER_UPDATES.has(endpoint) ? '; one at a time for each person' : '';
  return `individual: ${count(individualRequestsPerHour)} requests an hour${turn}`;
}

const repetitionOf = ({ repeatable, path }: Endpoint) =>
  path === '/oauth/token'
    ? 'never, since a code works once'
    : path === '/oauth/authorize'
      ? 'nothing is sent; it gives an address'
      : repeatable
        ? 'after a failed connection, a time-out, 408, 429 and 5xx'
        : 'only when it is sure that nothing was done, unless `retryUnsafe` is given';

function parametersOf(method: Method, siblings: readonly Method[]): string[] {
  const { endpoint, signature, noun, name } = method;
  if (!endpoint || noun === 'oauth') return [];
  const names = Array.from(signature.matchAll(/[(,] ?(\w+)\??:/g), ([, given = '']) => given);
  const ids = Array.from(
    endpoint.path.replace('{account_id}', '').matchAll(/\{(\w+)\}/g),
    ([, id = '']) => id,
  );
  const idRows = ids.map((id, i) => [`\`${names[i]}\``, 'text', 'yes', '', PATH_PARAMETERS[id]?.[0]]);
  const parts = idRows.length > 0 ? [table(HEAD, idRows)] : [];
  const key = `${noun}.${name.replace(/Many$/, 'Batch')}`;
  if (endpoint.query && Object.keys(schemaOf(endpoint.query()).properties ?? {}).length > 0) {
    const schema = schemaOf(endpoint.query());
    const members = membersOf(schema, comments[queryName(signature)], queryFacts(key));
    const known = members.map((member) => ({
      ...member,
      text: member.text || PARAMETERS[member.name] || '',
    }));
    parts.push('**`query`**', membersTable(known));
  }
  if (endpoint.body) parts.push(...bodyPart(method, names[ids.length] ?? '', siblings, key));
  return parts.length > 0 ? ['**Parameters**', ...parts] : [];
}

const HEAD = ['Name', 'Type', 'Required', 'Default', ''];

const membersTable = (members: readonly Member[]) =>
  table(
    HEAD,
    members.map(({ name, type, isRequired, assumed, text }) => [
      `\`${name}\``,
      type,
      isRequired ? 'yes' : '',
      assumed,
      text,
    ]),
  );

const queryName = (signature: string) => /query\??: (\w+)/.exec(signature)?.[1] ?? '';

/** The table of a body stands with the first method that takes it; the others point there. */
function bodyPart(method: Method, parameter: string, siblings: readonly Method[], key: string): string[] {
  const { endpoint } = method;
  const item = endpoint?.body?.item;
  if (!item) return [];
  const name = nameOf(schemaOf(item())) ?? '';
  const first = siblings.find(({ endpoint: other }) => other?.body?.item === item);
  const many = { one: 'One', bare: 'One', batch: '1 to 1000', list: '1 to 1000' }[
    endpoint.body?.kind ?? 'one'
  ];
  const count = method.name.endsWith('Many') ? 'Any number' : many;
  const said = `**\`${parameter}\`**: ${count === 'One' ? '' : `${count} of `}\`${name}\``;
  const options = method.name.endsWith('Many')
    ? ' `options` are [`BulkOptions`](options.md#bulkoptions).'
    : '';
  if (first && first !== method) {
    return [`${said}, as [\`${first.name}\`](#${first.name.toLowerCase()}) takes it.${options}`];
  }
  return [`${said}.${options}`, membersTable(membersOf(schemaOf(item()), comments[name], bodyFacts(key)))];
}

const CLASSES: Readonly<Record<string, string>> = {
  400: 'BadRequestError',
  401: 'AuthenticationError',
  403: 'PermissionError',
  404: 'NotFoundError',
  422: 'ValidationError',
  429: 'RateLimitError',
};

function errorsPart({ noun, name, endpoint, throws }: Method): string {
  const own = throws.map(({ error, when }) => `- \`${error}\` ${when}`);
  const others =
    endpoint && noun !== 'oauth'
      ? Object.keys(errorsOf(`${noun}.${name.replace(/Many$/, 'Batch')}`, endpoint))
      : [];
  const rest = others
    .filter((status) => CLASSES[status] && !throws.some(({ error }) => error === CLASSES[status]))
    .map((status) => `\`${CLASSES[status]}\` (${status})`);
  const every = rest.length > 0 ? `- ${rest.join(', ')}` : '';
  const shared =
    noun === 'oauth' && name === 'authorize'
      ? '- `InputError` when it cannot be right.'
      : '- What [any call](../guides/errors.md) may throw.';
  return [...own, every, shared].filter(Boolean).join('\n');
}
