import { accountId } from '../../api/accounts.ts';
import { useResource } from '../../api/resource.ts';
import type { PageInput } from '../../app/router.tsx';
import { StateBadge } from '../../design/badge/badge.tsx';
import { Json } from '../../design/code/code.tsx';
import { CauseLink } from '../../design/id-link/id-link.tsx';
import { Page, Section } from '../../design/page/page.tsx';
import { EmptyState, Loaded } from '../../design/states/states.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { Time } from '../../design/time/time.tsx';
import { urlOf } from '../../location/location.ts';
import type { Batch, Outcome } from './batch.ts';

/** One batch with the outcome of each record, failed ones first. */
export const BatchPage = ({ parameters: { request_id: id = '' } }: PageInput) => {
  const batch = useResource<Batch>(
    `/request_status/${encodeURIComponent(id)}`,
    { account_id: accountId.value },
    ['jobs', 'records'],
  );
  return <Loaded of={batch}>{(data) => <Content batch={data} />}</Loaded>;
};

const Content = ({ batch }: { readonly batch: Batch }) => {
  const failed = batch.records.filter(({ errors }) => errors.length > 0);
  const others = batch.records.filter(({ errors }) => errors.length === 0);
  return (
    <Page
      title={batch.operation}
      lead={
        <a href={urlOf('/jobs', { tab: 'batches' })} data-close>
          All batches
        </a>
      }
      actions={<StateBadge state={batch.state} />}
    >
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
    </Page>
  );
};

const COLUMNS: readonly Column<Outcome>[] = [
  { id: 'position', header: 'Record', width: '5rem', look: 'number', cell: ({ position }) => position },
  { id: 'state', header: 'State', width: '7rem', cell: ({ state }) => <StateBadge state={state} /> },
  {
    id: 'operation',
    header: 'Operation',
    look: 'quiet',
    isWideOnly: true,
    cell: ({ operation }) => operation,
  },
  { id: 'cause', header: 'Cause', width: '7rem', cell: ({ cause }) => <CauseLink cause={cause} /> },
  {
    id: 'finished',
    header: 'Finished',
    width: '7rem',
    look: 'quiet',
    cell: ({ finished_at }) => <Time at={finished_at} />,
  },
];
