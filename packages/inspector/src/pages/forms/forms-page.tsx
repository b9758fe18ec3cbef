import { accountId } from '../../api/accounts.ts';
import { useResource } from '../../api/resource.ts';
import { StateBadge } from '../../design/badge/badge.tsx';
import { Page } from '../../design/page/page.tsx';
import { EmptyState, Loaded } from '../../design/states/states.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { urlOf } from '../../location/location.ts';
import { type Form, nameOf } from './form.ts';

/** All forms with the number of their submissions. */
export const FormsPage = () => {
  const forms = useResource<{ readonly forms: readonly Form[] }>('/forms', { account_id: accountId.value }, [
    'records',
    'events',
  ]);
  return (
    <Page title="Forms" lead="Signup forms as your pages show them, and what visitors sent.">
      <Loaded of={forms}>
        {({ forms: rows }) =>
          rows.length === 0 ? (
            <EmptyState icon="form" title="No forms yet">
              <p>Forms come from the seed: add one under “Seed” in the settings.</p>
            </EmptyState>
          ) : (
            <Table
              label="Forms"
              columns={COLUMNS}
              rows={rows}
              keyOf={({ id }) => id}
              hrefOf={({ id }) => urlOf(`/forms/${encodeURIComponent(id)}`)}
            />
          )
        }
      </Loaded>
    </Page>
  );
};

const COLUMNS: readonly Column<Form>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name },
  { id: 'status', header: 'Status', width: '6.5rem', cell: ({ status }) => <StateBadge state={status} /> },
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
    cell: ({ submissions }) => submissions,
  },
];
