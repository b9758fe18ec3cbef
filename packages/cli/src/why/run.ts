import { styled, type Text, toned, visibleLine } from '@trickle/design/terminal';
import { toneOfState } from '@trickle/design/tones';
import type { Responses } from '@trickle/mock-server/admin';
import { connectToSandbox } from '../connection/connect.ts';
import { isObject } from '../parse-json.ts';
import type { Context } from '../terminal/context.ts';

type Trace = Responses['GET /_admin/trace'];

export async function run(
  { of, limit }: { readonly of: string; readonly limit: number },
  { globals, terminal }: Context,
): Promise<void> {
  const { admin, accountId } = await connectToSandbox(globals, terminal);
  const trace = await admin.call('GET /_admin/trace', { account_id: accountId, of, limit });
  if (!isTrace(trace)) {
    throw new Error('The answer is not a trace. Is the reference server of the same version?');
  }
  if (terminal.isJson) return await terminal.json(trace);
  await terminal.print(treeOf(trace));
}

/** Whether an answer is a trace whose rows are below earlier ones. */
const isTrace = (answer: unknown): boolean =>
  isObject(answer) &&
  typeof answer.total === 'number' &&
  Array.isArray(answer.rows) &&
  answer.rows.every(
    (row, i) =>
      isObject(row) &&
      row.number === i + 1 &&
      (row.parent === null || (typeof row.parent === 'number' && row.parent <= i)) &&
      [row.at, row.sentence, row.state].every((member) => typeof member === 'string') &&
      (row.until === null || typeof row.until === 'string'),
  );

/** A trace as lines: each row below its cause, with the time where it changes. */
function treeOf({ of, total, is_cut: isCut, rows }: Trace): Text {
  const children = Map.groupBy(rows, ({ parent }) => parent);
  const lines: Text[] = [];
  let last = '';
  const add = (row: Trace['rows'][number], indent: string, branch: string): void => {
    const { number, at, until, sentence, state } = row;
    const time = timeOf(at);
    lines.push([
      ...[
        indent,
        branch,
        number === of ? styled('bold', `* ${visibleLine(sentence)}`) : visibleLine(sentence),
      ],
      ...(state === 'done' ? [] : ['  ', toned(toneOfState(state), stateOf(state, until))]),
      ...(time === last ? [] : [styled('dim', `  ${time}`)]),
      '\n',
    ]);
    last = time;
    const below = indent + (branch === '' ? '' : branch.startsWith('└') ? '   ' : '│  ');
    const own = children.get(number) ?? [];
    for (const [i, child] of own.entries()) add(child, below, i === own.length - 1 ? '└─ ' : '├─ ');
  };
  for (const root of children.get(null) ?? []) add(root, '', '');
  const left = total - rows.length;
  if (left > 0 || isCut) lines.push(styled('dim', `… and ${isCut ? 'more than ' : ''}${left} more rows\n`));
  return lines;
}

const timeOf = (at: string): string => `${visibleLine(at).slice(0, 19).replace('T', ' ')} UTC`;

const stateOf = (state: string, until: string | null): string =>
  visibleLine(until === null ? state : `${state} until ${timeOf(until)}`);
