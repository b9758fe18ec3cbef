import { didYouMean } from '@trickle/sdk/contract';
import { callOperation, operationNamed, operations } from '../operations/operations.ts';
import { isObject } from '../parse-json.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { inFull, inShort } from './answer.ts';
import type { Sandbox } from './sandbox.ts';

const names = operations.map(({ noun, method }) => `${noun}.${method}`);

/** The tool that calls the operations of the interface. */
export const CALL = {
  name: 'call',
  description:
    'Calls an operation of the API with the SDK, as code would, and shows the result and the warnings of the server. The resource trickle://reference/<noun> has the members of the input.',
  inputSchema: {
    type: 'object',
    properties: {
      operation: { type: 'string', enum: names },
      ids: { type: 'array', items: { type: 'string' }, description: 'The ids of the path, in order.' },
      input: { description: 'The body without an envelope, or the query.' },
      more: { type: 'boolean', description: 'The whole result, instead of a line for each record.' },
    },
    required: ['operation'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
} as const;

/** Calls an operation. The client validates the input. */
export async function runCall(
  { admin, accountId, client }: Sandbox,
  { operation: name, ids = [], input, more }: Readonly<Record<string, unknown>>,
): Promise<string> {
  const operation = operationNamed(String(name));
  if (!operation) throw new UsageError(`Unknown operation ${name}${didYouMean(String(name), names) || '.'}`);
  const { parameters } = operation;
  if (!Array.isArray(ids) || ids.length !== parameters.length) {
    throw new UsageError(`${name} takes ids: [${parameters.join(', ')}].`);
  }
  const result = await callOperation(client, operation, { path: ids, input });
  const { requests } = await admin.call('GET /_admin/requests', {
    ...{ account_id: accountId, limit: 1, order: 'newest' },
  });
  const [last] = requests;
  const answer = {
    result: Array.isArray(result) || !isObject(result) ? result : undefined,
    ...(isObject(result) && result),
    request_id: last?.id,
    warnings: last?.warnings,
  };
  return more === true
    ? inFull(answer)
    : inShort(Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined)));
}
