import { shortened } from '@trickle/design/terminal';
import type { Reading } from '../operations/field-value.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { shellQuoted } from '../terminal/text.ts';
import { plain } from './column-names.ts';
import type { ImportOptions } from './options.ts';
import type { Target } from './targets.ts';
import { columnNamed } from './where.ts';

/** The meaning of a consent column: the subscriber agrees to emails, refuses them, or refused them at a time. */
type Meaning = 'agrees' | 'refuses' | 'refused at';

/** Columns of exports by which other services tell who may get emails, in plain letters. */
const COLUMNS: Readonly<Record<Meaning, RegExp>> = {
  agrees:
    /^(?:is|email|marketing|accepts)*(?:consent|consentstate|marketingconsent|marketingconsentstate|optin|optinstatus|accepts|marketing|subscribed|newsletter|marketingstatus|subscriptionstatus|subscriberstatus|contactstatus|emailstatus)$/,
  refuses:
    /^(?:is|email|marketing)*(?:blacklisted|unsubscribed|unsubscribedfromallemail|optout|optedout|donotemail|suppressed|bounced)$/,
  'refused at':
    /^(?:emailsuppressions?|(?:unsub|unsubscribed?|optout|optedout|cleaned|clean|suppressed)(?:at|time|date|on))$/,
};

const AGREED =
  'yes y true t 1 on subscribed active granted optin optedin confirmed confirmedoptin singleoptin doubleoptin enabled cold marketingcontact';
const REFUSED =
  'no n false f 0 off unsubscribed notsubscribed nonsubscribed neversubscribed inactive denied optout optedout unconfirmed pending cleaned bounced blacklisted suppressed redacted invalid cancelled complained disabled nonmarketingcontact';
const words = (list: string) => new Set(list.split(' '));
const [agreed, refused] = [words(AGREED), words(REFUSED)];

const meaningOf = (column: string): Meaning | undefined =>
  (Object.keys(COLUMNS) as Meaning[]).find((meaning) => COLUMNS[meaning].test(plain(column)));

/** Whether the name of a column says that it tells who may get emails. */
export const isConsent = (column: string): boolean => meaningOf(column) !== undefined;

/** Reads the status of a subscriber from a column of consent. An empty value is no consent. */
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

/** Reads consent to text messages. A number that is not blocked has not agreed. */
export function readSmsConsent(column: string, cell: string): Reading {
  const word = plain(cell);
  const isBlock = /blacklist|blocklist|unsub/i.test(column);
  if (agreed.has(word)) return isBlock ? { value: false } : { value: true };
  return isBlock || !refused.has(word) ? { absent: true } : { value: false };
}

/** Asks the user what a column means for the import: for the status, or for nothing. */
export type Ask = (column: string) => Promise<'status' | 'nothing' | undefined>;

/** How the consent of a file is decided. */
interface Decisions {
  readonly options: Pick<ImportOptions, 'statusFrom' | 'ignoreConsent'>;
  readonly target: Target;
  /** The columns of consent that a preset knows. */
  readonly known?: readonly string[] | undefined;
  /** Whether every subscriber has the same status. */
  readonly isDecided: boolean;
  /** The columns of `--where`. */
  readonly where: readonly string[];
  readonly ask: Ask | undefined;
  /** Whether `--status-from` can name a column that is not among the names. */
  readonly mayLack?: boolean;
}

/**
 * The columns that decide whether a subscriber is active: by the options, a preset or the user.
 *
 * @throws {@link UsageError} if a column says who may get emails, and nobody says what that means for the import.
 */
export async function statusColumns(
  names: readonly string[],
  { options, target, known = [], isDecided, where, ask, mayLack = false }: Decisions,
): Promise<readonly string[]> {
  const { statusFrom, ignoreConsent } = options;
  if (statusFrom !== undefined) return [columnNamed(statusFrom, names, '--status-from', mayLack)];
  if (ignoreConsent || isDecided || !target.isSubscriber || !target.own) return [];
  if (known.length > 0) return known;
  const found = names.filter(isConsent);
  const [column] = found;
  if (column === undefined || found.some((name) => where.includes(name))) return [];
  const answer = await ask?.(column);
  if (answer === undefined) throw new UsageError(`The column ${adviceFor(column)}`);
  return answer === 'status' ? [column] : [];
}

/** The options that decide about a column, for its error. */
export function adviceFor(column: string): string {
  const value = meaningOf(column) === 'agrees' ? 'yes' : meaningOf(column) === 'refuses' ? 'no' : '';
  return (
    `${column} seems to say who may get emails; everybody would be imported as active. ` +
    `Import only some, as by --where ${shellQuoted(`${column}=${value}`)}, make the others unsubscribed by ` +
    `--status-from ${shellQuoted(column)}, or add --ignore-consent.`
  );
}
