import { CauseLink, IdLink } from '../../design/id-link/id-link.tsx';
import { changeText, moneyChangeText, moneyText, numberText } from '../../design/number/number.ts';
import { Section } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { numberColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import type { SubscriberDetail, ValueChange } from './subscriber.ts';

/** Each change of the lead score and of the lifetime value, with its reason. */
export const ValueChanges = ({ detail }: { readonly detail: SubscriberDetail }) => (
  <>
    <Section title="Lead score">
      <Changes
        changes={detail.lead_score_changes}
        label="Changes of the lead score"
        empty="The lead score has not changed"
        advice="Custom events with points change it, if the account scores leads."
        format={SCORE}
      />
    </Section>
    <Section title="Lifetime value">
      <Changes
        changes={detail.lifetime_value_changes}
        label="Changes of the lifetime value"
        empty="The lifetime value has not changed"
        advice="Orders, refunds and purchases change it."
        format={MONEY}
      />
    </Section>
  </>
);

interface Format {
  readonly change: (change: number) => string;
  readonly total: (total: number) => string;
}

const SCORE: Format = { change: changeText, total: numberText };
const MONEY: Format = { change: moneyChangeText, total: moneyText };

interface ChangesProps {
  readonly changes: readonly ValueChange[];
  readonly label: string;
  readonly empty: string;
  readonly advice: string;
  readonly format: Format;
}

const Changes = ({ changes, label, empty, advice, format }: ChangesProps) =>
  changes.length === 0 ? (
    <EmptyState icon="goal" title={empty}>
      <p>{advice}</p>
    </EmptyState>
  ) : (
    <Table
      label={label}
      columns={columnsOf(format)}
      rows={changes}
      keyOf={(change) => `${change.at} ${change.total} ${change.reason}`}
    />
  );

const columnsOf = (format: Format): readonly Column<ValueChange>[] => [
  numberColumn('Change', '6.5rem', ({ change }) => (
    <span class={change < 0 ? 'change-down' : 'change-up'}>{format.change(change)}</span>
  )),
  { header: 'Reason', cell: ({ reason }) => <span title={reason}>{reason}</span> },
  wideOnly({
    header: 'Cause',
    width: '9rem',
    cell: ({ cause, order_id: order }) => (
      <>
        <CauseLink cause={cause} />
        {order && (
          <>
            {', '}
            <IdLink type="order" id={order} text="order" />
          </>
        )}
      </>
    ),
  }),
  numberColumn('Total', '6.5rem', ({ total }) => (total === null ? '–' : format.total(total))),
  wideOnly(timeColumn('Time', ({ at }) => at)),
];
