import { accountId } from '../../api/accounts.ts';
import { useList } from '../../api/list.ts';
import { Website } from '../../app/website.tsx';
import { urlOfRecord } from '../../design/id-link/id-link.tsx';
import { ListView } from '../../design/list-view/list-view.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { causeColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import type { Column } from '../../design/table/table.tsx';
import type { Submission } from './form.ts';

/** The submissions of a form, newest first. */
export const Submissions = ({ formId }: { readonly formId: string }) => {
  const submissions = useList({
    route: 'GET /_admin/form_submissions',
    input: { account_id: accountId.value, form_id: formId, order: 'newest' },
    member: 'form_submissions',
    topics: ['records', 'events'],
    keyOf: ({ id }) => id,
  });
  return (
    <ListView
      list={submissions}
      noun="submissions"
      columns={COLUMNS}
      keyOf={({ id }) => id}
      hrefOf={({ subscriber_id: id }) => urlOfRecord('subscriber', id)}
      empty={
        <EmptyState icon="form" title="No submissions yet">
          <p>
            Send the hosted page, or a form on the <Website /> of the account.
          </p>
        </EmptyState>
      }
    />
  );
};

const COLUMNS: readonly Column<Submission>[] = [
  { header: 'Subscriber', cell: ({ email, subscriber_id: id }) => email ?? <span class="mono">{id}</span> },
  wideOnly({ header: 'Page', look: 'quiet', cell: ({ url }) => url ?? 'hosted page' }),
  causeColumn('7rem'),
  timeColumn('Submitted', ({ submitted_at }) => submitted_at),
];
