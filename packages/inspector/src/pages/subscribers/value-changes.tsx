import type { ResponseOf } from '../../api/responses.ts';
import { classes } from '../../design/classes.ts';
import { CauseLink, IdLink } from '../../design/link/link.tsx';
import { LoadedRows, type RowsDeclaration } from '../../design/list/list.tsx';
import { Section } from '../../design/page/page.tsx';
import { numberColumn, textColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import { changeText, moneyChangeText, moneyText, numberText } from '../../design/words.ts';

type SubscriberDetail = ResponseOf<'GET /_admin/subscribers/{subscriber_id}'>;

/** A change of the lead score or of the lifetime value (in cents). */
type ValueChange = SubscriberDetail['lead_score_changes'][number] &
  Partial<Pick<SubscriberDetail['lifetime_value_changes'][number], 'order_id'>>;

/** Each change of the lead score and of the lifetime value, with its reason. */
export const ValueChanges = ({ detail }: { readonly detail: SubscriberDetail }) => (
  <>
    <Section title="Lead score">
      <LoadedRows of={SCORE} rows={detail.lead_score_changes} />
    </Section>
    <Section title="Lifetime value">
      <LoadedRows of={VALUE} rows={detail.lifetime_value_changes} />
    </Section>
  </>
);

const changesOf = (
  name: string,
  advice: string,
  texts: { readonly change: (change: number) => string; readonly total: (total: number) => string },
): RowsDeclaration<ValueChange> => ({
  noun: 'changes',
  label: `Changes of the ${name}`,
  columns: [
    numberColumn('Change', '6.5rem', ({ change }) => (
      <span class={classes('tone', change < 0 ? 'bad' : 'good')}>{texts.change(change)}</span>
    )),
    textColumn('Reason', ({ reason }) => reason),
    wideOnly({ header: 'Cause', width: '9rem', cell: (change) => <Causes change={change} /> }),
    numberColumn('Total', '6.5rem', ({ total }) => (total === null ? '–' : texts.total(total))),
    wideOnly(timeColumn('Time', ({ at }) => at)),
  ],
  keyOf: (change) => `${change.at} ${change.total} ${change.reason}`,
  empty: ['goal', `The ${name} has not changed`, advice],
});

const Causes = ({ change: { cause, order_id: order } }: { readonly change: ValueChange }) => (
  <>
    <CauseLink cause={cause} />
    {order && (
      <>
        {', '}
        <IdLink type="order" id={order} text="order" />
      </>
    )}
  </>
);

const SCORE = changesOf('lead score', 'Custom events with points change it, if the account scores leads.', {
  change: changeText,
  total: numberText,
});

const VALUE = changesOf('lifetime value', 'Orders, refunds and purchases change it.', {
  change: moneyChangeText,
  total: moneyText,
});
