import type { ResponseOf } from '../../api/request.ts';
import { Json } from '../../design/code/code.tsx';
import { column, LoadedRows, type RowsDeclaration } from '../../design/list/list.tsx';
import { Section } from '../../design/page/page.tsx';
import { declareRecord, recordById } from '../../records/noun-page.tsx';

export const BatchPage = declareRecord(
  'batch',
  recordById('GET /_admin/request_status/{request_id}', 'request_id', ['jobs', 'records'], {
    head: ({ operation, state }) => ({
      ...{ title: operation, state },
      list: { path: '/jobs', query: { tab: 'batches' }, title: 'Batches' },
    }),
    content: ({ records }) => {
      const failed = records.filter(({ errors }) => errors.length > 0);
      const others = records.filter(({ errors }) => errors.length === 0);
      return (
        <>
          {failed.map((outcome) => (
            <Section key={outcome.position} isCard title={`Record ${outcome.position} failed`}>
              <Json label="Errors" value={outcome.errors} />
            </Section>
          ))}
          <Section title="Records">
            <LoadedRows of={RECORDS} rows={[...failed, ...others]} />
          </Section>
        </>
      );
    },
  }),
);

type Outcome = ResponseOf<'GET /_admin/request_status/{request_id}'>['records'][number];

const RECORDS: RowsDeclaration<Outcome> = {
  noun: 'records',
  columns: [
    column.number('Record', '5rem', ({ position }) => position),
    column.state('State', 'auto', ({ state }) => state),
    column.wide(column.text('Operation', ({ operation }) => operation)),
    column.cause('7rem'),
    column.time('Finished', ({ finished_at: at }) => at, '7rem'),
  ],
  keyOf: ({ position }) => String(position),
  empty: ['layers', 'No record is done yet'],
};
