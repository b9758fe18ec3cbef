import type { Reading } from '../operations/field-value.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { shellQuoted } from '../terminal/text.ts';
import { plain } from './column-names.ts';

/** The meaning of a consent column: the subscriber agrees to emails, refuses them, or refused them at a time. */
type Meaning = 'agrees' | 'refuses' | 'refused at';

/** Columns of exports by which other services tell who may get emails, in plain letters. */
const COLUMNS: Readonly<Record<Meaning, RegExp>> = {
  agrees:
    /^(?:is|email|marketing|accepts)*(?:consent|consentstate|marketingconsent|marketingconsentstate|optin|optinstatus|accepts|marketing|subscribed|newsletter|marketingstatus|subscriptionstatus|subscriberstatus|contactstatus|emailstatus)$/,
  refuses:
    /^(?:is|email|marketing)*(?:blacklisted|unsubscribed|unsubscribedfromallemail|optout|optedout|donotemail|suppressed|bounced)$/,
  'refused at': /^(?:unsub|unsubscribed?|optout|optedout|cleaned|suppressed)(?:at|time|date|on)$/,
};

const AGREED =
  'yes y true t 1 on subscribed active granted optin optedin confirmed confirmedoptin singleoptin doubleoptin enabled';
const REFUSED =
  'no n false f 0 off unsubscribed notsubscribed nonsubscribed neversubscribed inactive denied optout optedout unconfirmed pending cleaned bounced blacklisted suppressed redacted invalid cancelled complained disabled';
const words = (list: string) => new Set(list.split(' '));
const [agreed, refused] = [words(AGREED), words(REFUSED)];

const meaningOf = (column: string): Meaning | undefined =>
  (Object.keys(COLUMNS) as Meaning[]).find((meaning) => COLUMNS[meaning].test(plain(column)));

/** Reads the status of a subscriber from a column of consent. An empty value is no consent. */
export function readStatus(column: string, cell: string): Reading {
  const meaning = meaningOf(column) ?? 'agrees';
  const word = plain(cell);
  if (meaning === 'refused at') return { value: word === '' ? 'active' : 'unsubscribed' };
  const isYes = agreed.has(word);
  if (!isYes && word !== '' && !refused.has(word))
    return { reason: `says neither that the subscriber agreed nor that they refused: '${cell}'` };
  return { value: isYes === (meaning === 'agrees') ? 'active' : 'unsubscribed' };
}

/** How the consent of a file is decided. */
interface Decisions {
  /** The columns of `--where` and `--status-from`. */
  readonly columns: ReadonlySet<string>;
  readonly ignoreConsent: boolean;
}

/** Throws if a file says who may get emails, and no option says what that means for the import. */
export function assertConsent(header: readonly string[], { columns, ignoreConsent }: Decisions): void {
  if (ignoreConsent) return;
  const found = header.filter((column) => meaningOf(column) !== undefined);
  if (found.some((column) => columns.has(column))) return;
  const [column] = found;
  if (column === undefined) return;
  const value = meaningOf(column) === 'agrees' ? 'yes' : meaningOf(column) === 'refuses' ? 'no' : '';
  throw new UsageError(
    `The column ${column} seems to say who may get emails; everybody would be imported as active. ` +
      `Import only some, as by --where ${shellQuoted(`${column}=${value}`)}, make the others unsubscribed by ` +
      `--status-from ${shellQuoted(column)}, or add --ignore-consent.`,
  );
}
