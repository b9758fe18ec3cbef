import { accountId } from '../../api/accounts.ts';
import { useList } from '../../api/list.ts';
import { Website } from '../../app/website.tsx';
import { CauseLink, urlOfRecord } from '../../design/id-link/id-link.tsx';
import { ListView } from '../../design/list-view/list-view.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import type { Column } from '../../design/table/table.tsx';
import { Time } from '../../design/time/time.tsx';
import type { Submission } from './form.ts';

/** The submissions of a form, newest first. */
export const Submissions = ({ formId }: { readonly formId: string }) => {
  const submissions = useList<Submission>({
    path: '/form_submissions',
    query: { account_id: accountId.value, form_id: formId, order: 'newest' },
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
  {
    id: 'subscriber',
    header: 'Subscriber',
    cell: ({ email, subscriber_id: id }) => email ?? <span class="mono">{id}</span>,
  },
  { id: 'url', header: 'Page', look: 'quiet', isWideOnly: true, cell: ({ url }) => url ?? 'hosted page' },
  {
    id: 'cause',
    header: 'Cause',
    width: '7rem',
    isWideOnly: true,
    cell: ({ cause }) => <CauseLink cause={cause} />,
  },
  {
    id: 'submitted',
    header: 'Submitted',
    width: '6.5rem',
    look: 'quiet',
    cell: ({ submitted_at }) => <Time at={submitted_at} />,
  },
];
