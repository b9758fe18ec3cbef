import type { Filter } from '../design/list/filters.tsx';

/** When a recipient did something with an email. */
interface Times {
  readonly complained_at: string | null;
  readonly bounced_at: string | null;
  readonly unsubscribed_at: string | null;
  readonly clicked_at: string | null;
  readonly opened_at: string | null;
}

const OUTCOMES = ['complained', 'bounced', 'unsubscribed', 'clicked', 'opened'] as const;

/** What became of an email that was sent to a subscriber, the most important first. */
export const outcomesOf = (email: Times | null | undefined): readonly string[] =>
  email ? OUTCOMES.filter((outcome) => email[`${outcome}_at`] !== null) : [];

/** A filter by what became of an email, or did not. */
export const outcomeFilter = <Row>(timesOf: (row: Row) => Times | null | undefined): Filter<Row> => ({
  name: 'outcome',
  label: 'Outcome',
  all: 'All outcomes',
  options: [
    ...OUTCOMES.toReversed().map((outcome) => [outcome, outcome] as const),
    ['unopened', 'not opened'],
    ['unclicked', 'not clicked'],
  ],
  matches: (row, outcome) => {
    const outcomes = outcomesOf(timesOf(row));
    if (outcome === 'unopened') return !outcomes.includes('opened') && !outcomes.includes('clicked');
    return outcome === 'unclicked' ? !outcomes.includes('clicked') : outcomes.includes(outcome);
  },
});
