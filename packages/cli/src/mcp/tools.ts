import { type AdminRequest, adminRequest } from '@trickle/design/admin-request';
import { didYouMean } from '@trickle/sdk/contract';
import { UsageError } from '../terminal/exit-signal.ts';
import { inFull, inShort, ROWS } from './answer.ts';
import { CALL, runCall } from './call.ts';
import type { AdminOperation, OpenApiDocument } from './document.ts';
import type { Sandbox } from './sandbox.ts';

/** The operations of the admin API that are tools. The server's description has the rest. */
const OPERATIONS = [
  ...['requestsList', 'requestsGet', 'overviewSearch', 'requestsTrace', 'subscribersWhyNot'],
  ...['mailOutbox', 'mailGet', 'webhooksDeliveries', 'webhooksTrigger', 'accountsExtend'],
  ...[
    'checkpointsTake',
    'checkpointsDiff',
    'checkpointsRestore',
    'serverReset',
    'serverSettle',
    'clockAdvance',
  ],
  ...['faultsAdd', 'faultsList', 'faultsRemove'], // which a test injects
];

export type Arguments = Readonly<Record<string, unknown>>;

/** A tool, with its entry in the protocol's list. */
export interface Tool {
  readonly listed: {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: { readonly type: 'object'; readonly [member: string]: unknown };
    readonly annotations: {
      readonly readOnlyHint: boolean;
      readonly destructiveHint: boolean;
      readonly openWorldHint: false;
    };
  };
  run(input: Arguments): Promise<string>;
}

export function toolsOf(sandbox: Sandbox, document: OpenApiDocument): ReadonlyMap<string, Tool> {
  const tools = OPERATIONS.flatMap((id) => {
    const operation = document.operation(`admin.${id}`);
    return operation ? [adminTool(sandbox, document, operation)] : [];
  });
  const call: Tool = { listed: CALL, run: (input) => runCall(sandbox, input) };
  return new Map([...tools, call].map((tool) => [tool.listed.name, tool]));
}

const MORE = {
  type: 'boolean',
  description: 'All members of all records, instead of a line for each.',
} as const;

function adminTool(
  { admin, accountId }: Sandbox,
  document: OpenApiDocument,
  operation: AdminOperation,
): Tool {
  const { operationId, summary, description, method } = operation;
  const inputSchema = { ...document.inputOf(operation, { more: MORE }), type: 'object' } as const;
  return {
    listed: {
      name: nameOf(operationId),
      // `requestOf` asks for the newest rows.
      description: [
        summary.replace('oldest first', 'newest first'),
        ...(description ? [description] : []),
      ].join('. '),
      inputSchema,
      annotations: {
        readOnlyHint: method === 'GET',
        destructiveHint: method === 'DELETE' || /(?:Reset|Restore)$/.test(operationId),
        openWorldHint: false,
      },
    },
    async run({ more, ...input }) {
      refuseUnknown(input, Object.keys(inputSchema.properties));
      const answer = await admin.send(requestOf(operation, input, accountId));
      if (more === true) return inFull(answer);
      return Object.keys(answer).length === 0 ? 'Done.' : inShort(answer);
    },
  };
}

/** `admin.requestsList` as tools are named: `requests_list`. */
const nameOf = (operationId: string) =>
  operationId.replace('admin.', '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function refuseUnknown(input: Arguments, known: readonly string[]): void {
  const unknown = Object.keys(input).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const hint = didYouMean(unknown, known) || `. Arguments: ${known.join(', ')}.`;
  throw new UsageError(`Unknown argument ${unknown}${hint}`);
}

/** The request with the arguments. Lists are short and begin with the newest row. */
function requestOf(
  { path, parameters = [], body, method }: AdminOperation,
  input: Arguments,
  account: string,
): AdminRequest {
  const has = (name: string) => parameters.some((parameter) => parameter.name === name);
  const values: Arguments = {
    ...(has('limit') && { limit: ROWS }),
    ...(has('order') && { order: 'newest' }),
    ...((has('account_id') || body?.properties?.account_id) && { account_id: account }),
    ...input,
  };
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    if (values[name] === undefined) throw new UsageError(`Missing argument ${name}.`);
  }
  return adminRequest(`${method} ${path}`, values);
}
