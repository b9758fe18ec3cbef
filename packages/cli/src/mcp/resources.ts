import { type Row, rowOfParameter, rowsOf } from '@trickle/sdk/contract';
import { type Operation, operations } from '../operations/operations.ts';
import { inputOf, queryOf, summaryOf } from '../operations/reference.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { asData, inShort } from './answer.ts';
import type { Sandbox } from './sandbox.ts';

const ACCOUNT = 'trickle://account';
const REFERENCE = 'trickle://reference/';
const mimeType = 'text/markdown';
const nouns = [...new Set(operations.map(({ noun }) => noun))];

/** The state of the account, and the reference of the interface by noun. */
export const RESOURCES = [
  { uri: ACCOUNT, name: 'account', description: 'The state of the account, in a page', mimeType },
  ...nouns.map((noun) => ({
    uri: REFERENCE + noun,
    name: noun,
    description: `The operations of ${noun}`,
    mimeType,
  })),
];

export async function readResource(uri: string, { admin, accountId }: Sandbox): Promise<string> {
  if (uri === ACCOUNT) {
    const { buckets: _, ...overview } = await admin.call('GET /_admin/overview', { account_id: accountId });
    return asData(inShort(overview));
  }
  const noun = nouns.find((name) => REFERENCE + name === uri);
  if (noun === undefined)
    throw new UsageError(
      `There is no resource ${uri}. Resources: ${RESOURCES.map((one) => one.uri).join(', ')}.`,
    );
  return operations
    .filter((operation) => operation.noun === noun)
    .map(sectionOf)
    .join('\n\n');
}

function sectionOf(operation: Operation): string {
  const { noun, method, parameters, endpoint } = operation;
  const input = inputOf(operation);
  const rows = [
    ...(input ? rowsOf(input) : []),
    ...queryOf(operation).map((parameter) => rowOfParameter(parameter)),
  ];
  const takes = [...parameters, ...(endpoint.body ? ['body'] : endpoint.query ? ['query'] : [])];
  return [
    `## ${noun}.${method}(${takes.join(', ')})`,
    '',
    `${summaryOf(operation)}. ${endpoint.method} ${endpoint.path}`,
    ...rows.map(lineOf),
  ].join('\n');
}

const lineOf = ({ name, type, isRequired, text }: Row) =>
  `- ${name} (${type}${isRequired ? ', required' : ''})${text === '' ? '' : `: ${text}`}`;
