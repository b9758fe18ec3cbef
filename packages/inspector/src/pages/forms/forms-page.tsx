import { StateBadge } from '../../design/badge/badge.tsx';
import { numberText } from '../../design/number/number.ts';
import type { Column } from '../../design/table/table.tsx';
import { urlOf } from '../../location/location.ts';
import type { Creation } from '../../records/create-record.tsx';
import { RecordListPage } from '../../records/record-list-page.tsx';
import { EXAMPLE, FIELDS_HINT, type Form, nameOf } from './form.ts';

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
  hint: `As in a seed. ${FIELDS_HINT}`,
  hrefOf: (id) => urlOf(`/forms/${encodeURIComponent(id)}`),
};

const COLUMNS: readonly Column<Form>[] = [
  { id: 'name', header: 'Form', cell: ({ name }) => <span title={name}>{name}</span> },
  {
    id: 'status',
    header: 'Status',
    width: '6.5rem',
    isWideOnly: true,
    cell: ({ status }) => <StateBadge state={status} />,
  },
  {
    id: 'orientation',
    header: 'Orientation',
    width: '12rem',
    look: 'quiet',
    isWideOnly: true,
    cell: ({ orientation }) => nameOf(orientation),
  },
  {
    id: 'submissions',
    header: 'Submissions',
    width: '7rem',
    look: 'number',
    cell: ({ submissions }) => numberText(submissions),
  },
];
