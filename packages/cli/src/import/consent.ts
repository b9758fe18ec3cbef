import { shortened } from '@trickle/design/terminal';
import type { Reading } from '../operations/field-value.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { shellQuoted } from '../terminal/shell-quoted.ts';
import { plain } from './field-path.ts';
import type { ImportOptions } from './options.ts';
import type { Target } from './targets.ts';
import { columnNamed } from './where.ts';

/** The meaning of a consent column: agreement to emails, refusal, or the time of refusal. */
type Meaning = 'agrees' | 'refuses' | 'refused at';

/** Consent columns in exports of other services, as plain letters: a word, and what may be before it. */
const COLUMNS: Readonly<Record<Meaning, readonly [before: RegExp, word: RegExp]>> = {
  agrees: [
    /^(?:is|email|marketing|accepts)*$/,
    /(?:consent(?:state)?|optin(?:status)?|accepts|marketing|subscribed|newsletter|(?:marketing|subscription|subscriber|contact|email)status|permission|gdpr)$/,
  ],
  refuses: [
    /^(?:is|email|marketing)*$/,
    /(?:blacklisted|unsubscribed(?:fromallemail)?|opt(?:ed)?out|donotemail|suppressed|bounced)$/,
  ],
  'refused at': [
    /^$/,
    /(?:emailsuppressions?|(?:unsub|unsubscribed?|optout|optedout|cleaned|clean|suppressed)(?:at|time|date|on))$/,
  ],
};

const isCalled = (name: string, [before, word]: readonly [RegExp, RegExp]) =>
  word.test(name) && before.test(name.replace(word, ''));

const AGREED =
  'yes y true t 1 on subscribed active granted optin optedin confirmed confirmedoptin singleoptin doubleoptin enabled cold marketingcontact';
const REFUSED =
  'no n false f 0 off unsubscribed notsubscribed nonsubscribed neversubscribed inactive denied optout optedout unconfirmed pending cleaned bounced blacklisted suppressed redacted invalid cancelled complained disabled nonmarketingcontact';
const words = (list: string) => new Set(list.split(' '));
const [agreed, refused] = [words(AGREED), words(REFUSED)];

const REFUSALS = words(
  'unsubscribed notsubscribed nonsubscribed neversubscribed optout optedout blacklisted donotemail',
);

/** Whether a cell says that somebody wants no emails, whatever its column is called. */
export const isRefusal = (cell: string): boolean =>
  cell.length > 5 && cell.length < 30 && REFUSALS.has(plain(cell));

/** The meaning of a column, or of a member of an object: `custom_fields.subscribed`. */
const meaningOf = (column: string): Meaning | undefined =>
  (Object.keys(COLUMNS) as Meaning[]).find((meaning) =>
    [column, column.slice(column.lastIndexOf('.') + 1)].some((name) =>
      isCalled(plain(name), COLUMNS[meaning]),
    ),
  );

export const isConsent = (column: string): boolean => meaningOf(column) !== undefined;

/** Whether a column is a custom field of a subscriber whose status is known, as in exports of this command. */
export const isOverruled = (column: string, hasStatus: boolean): boolean =>
  hasStatus && column.startsWith('custom_fields.');

/** Reads the status of a subscriber from a consent column. An empty value is not consent. */
export function readStatus(column: string, cell: string): Reading {
  const meaning = meaningOf(column) ?? 'agrees';
  const word = plain(cell);
  if (meaning === 'refused at') return { value: word === '' ? 'active' : 'unsubscribed' };
  const isYes = agreed.has(word);
  if (!isYes && word !== '' && !refused.has(word))
    return {
      reason: `says neither that the subscriber agreed nor that they refused: '${shortened(cell, 40)}'`,
    };
  return { value: isYes === (meaning === 'agrees') ? 'active' : 'unsubscribed' };
}

/** Reads consent to text messages. An unblocked number does not imply consent. */
export function readSmsConsent(column: string, cell: string): Reading {
  const word = plain(cell);
  const isBlock = /blacklist|blocklist|unsub/i.test(column);
  if (agreed.has(word)) return isBlock ? { value: false } : { value: true };
  return isBlock || !refused.has(word) ? { absent: true } : { value: false };
}

/** Asks the user whether a column decides about the status. */
export type Ask = (column: string) => Promise<'status' | 'nothing' | undefined>;

interface Decisions {
  readonly options: Pick<ImportOptions, 'statusFrom' | 'ignoreConsent'>;
  readonly target: Target;
  readonly known?: readonly string[] | undefined;
  /** Whether every subscriber has the same status. */
  readonly isDecided: boolean;
  readonly where: readonly string[];
  readonly ask: Ask | undefined;
  /** The values of a column at the beginning of the file. */
  readonly valuesOf: (column: string) => Promise<readonly string[]>;
  /** Whether `--status-from` may name an unknown column. */
  readonly mayLack?: boolean;
}

/**
 * The columns that decide whether a subscriber is active: by the options, a preset or the user.
 *
 * @throws {@link UsageError} if there is a consent column without a decision about it.
 */
export async function statusColumns(
  names: readonly string[],
  { options, target, known = [], isDecided, where, ask, valuesOf, mayLack = false }: Decisions,
): Promise<readonly string[]> {
  const { statusFrom, ignoreConsent } = options;
  if (statusFrom !== undefined) return [columnNamed(statusFrom, names, '--status-from', mayLack)];
  if (ignoreConsent || isDecided || !target.isSubscriber || !target.own) return [];
  if (known.length > 0) return known;
  const found = names.filter((name) => isConsent(name) && !isOverruled(name, names.includes('status')));
  const [column] = found;
  if (column === undefined || found.some((name) => where.includes(name))) return [];
  const answer = await ask?.(column);
  if (answer === undefined) throw new UsageError(`The column ${adviceFor(column, await valuesOf(column))}`);
  return answer === 'status' ? [column] : [];
}

/** The advice in the error about an undecided column. `values`: some of it, since the example has one that occurs. */
export function adviceFor(column: string, values: readonly string[]): string {
  const statusOf = (value: string) => {
    const reading = readStatus(column, value);
    return isRefusal(value) ? 'unsubscribed' : 'value' in reading ? reading.value : undefined;
  };
  const agreement = values.find((value) => statusOf(value) === 'active');
  const refusal = values.find((value) => statusOf(value) === 'unsubscribed');
  const condition =
    agreement === undefined && refusal !== undefined ? `!=${refusal}` : `=${agreement ?? values[0] ?? ''}`;
  return (
    `${column} seems to say who may get emails; everybody would be imported as active. ` +
    `Import only some, as by --where ${shellQuoted(`${column}${condition}`)}, make the others unsubscribed by ` +
    `--status-from ${shellQuoted(column)}, or add --ignore-consent.`
  );
}
