import { accountId } from '../../api/accounts.ts';
import { useResource } from '../../api/resource.ts';
import type { ResponseOf } from '../../api/responses.ts';
import type { PageInput } from '../../app/router.tsx';
import { StateBadge } from '../../design/badge/badge.tsx';
import { Json } from '../../design/code/code.tsx';
import { Section } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { causeColumn, numberColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { LoadedRecord, RecordPage } from '../../records/record-page.tsx';

/** A batch with the outcomes of its records. */
type Batch = ResponseOf<'GET /_admin/request_status/{request_id}'>;

/** One batch with the outcome of each record, failed ones first. */
export const BatchPage = ({ id = '' }: PageInput) => {
  const batch = useResource(
    'GET /_admin/request_status/{request_id}',
    { request_id: id, account_id: accountId.value },
    ['jobs', 'records'],
  );
  return (
    <LoadedRecord of={batch} noun="Batch" list={LIST}>
      {(data) => <Content id={id} batch={data} />}
    </LoadedRecord>
  );
};

const LIST = { path: '/jobs', query: { tab: 'batches' }, title: 'Batches' };

interface ContentProps {
  readonly id: string;
  readonly batch: Batch;
}

const Content = ({ id, batch }: ContentProps) => {
  const failed = batch.records.filter(({ errors }) => errors.length > 0);
  const others = batch.records.filter(({ errors }) => errors.length === 0);
  return (
    <RecordPage title={batch.operation} state={batch.state} id={id} list={LIST}>
      {failed.map((outcome) => (
        <Section key={outcome.position} isCard title={`Record ${outcome.position} failed`}>
          <Json label="Errors" value={outcome.errors} />
        </Section>
      ))}
      <Section title="Records">
        {batch.records.length === 0 ? (
          <EmptyState icon="layers" title="No record is done yet" />
        ) : (
          <Table
            label="Records"
            columns={COLUMNS}
            rows={[...failed, ...others]}
            keyOf={({ position }) => String(position)}
          />
        )}
      </Section>
    </RecordPage>
  );
};

const COLUMNS: readonly Column<Batch['records'][number]>[] = [
  numberColumn('Record', '5rem', ({ position }) => position),
  { header: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  wideOnly({ header: 'Operation', look: 'quiet', cell: ({ operation }) => operation }),
  causeColumn('7rem'),
  timeColumn('Finished', ({ finished_at }) => finished_at, '7rem'),
];
