import { numberText } from '../../design/number/number.ts';
import { numberColumn, stateColumn, wideOnly } from '../../design/table/columns.tsx';
import type { Column } from '../../design/table/table.tsx';
import { orientationName } from '../../editor/form-preview.tsx';
import { urlOf } from '../../location/location.ts';
import type { Creation } from '../../records/create-record.tsx';
import { RecordListPage } from '../../records/record-list-page.tsx';
import { EXAMPLE, type Form } from './form.ts';

/** All forms with the number of their submissions. */
export const FormsPage = () => (
  <RecordListPage
    title="Forms"
    lead="Signup forms as your pages show them, and what visitors sent."
    icon="form"
    topics={['records', 'events']}
    columns={COLUMNS}
    creation={CREATION}
  />
);

const CREATION: Creation = {
  noun: 'form',
  nouns: 'forms',
  example: EXAMPLE,
  hrefOf: (id) => urlOf(`/forms/${encodeURIComponent(id)}`),
};

const COLUMNS: readonly Column<Form>[] = [
  { header: 'Form', cell: ({ name }) => <span title={name}>{name}</span> },
  wideOnly(stateColumn('Status', '6.5rem', ({ status }) => status)),
  wideOnly({
    header: 'Orientation',
    width: '12rem',
    look: 'quiet',
    cell: ({ orientation }) => orientationName(orientation),
  }),
  numberColumn('Submissions', '7rem', ({ submissions }) => numberText(submissions)),
];
