import { ofAccount } from '../../api/accounts.ts';
import { useResource } from '../../api/resource.ts';
import type { Item } from '../../api/responses.ts';
import { Button } from '../../design/button/button.tsx';
import { LoadedRows, type RowsDeclaration } from '../../design/list/list.tsx';
import { Section } from '../../design/page/page.tsx';
import { Loaded } from '../../design/states/states.tsx';
import { timeColumn } from '../../design/table/columns.tsx';
import { undo } from '../../design/toast/toast.tsx';

const TOPICS = ['records', 'events', 'emails', 'jobs', 'faults', 'clock'] as const;

/** The last actions in the inspector, which can be undone. */
export const LastActions = () => {
  const actions = useResource('GET /_admin/actions', ofAccount(), TOPICS);
  return (
    <Section title="Your last actions">
      <p class="quiet">
        Undoing one restores the account as it was before, and also undoes those above it. That ends once
        somebody else has changed the account.
      </p>
      <Loaded of={actions}>{(data) => <LoadedRows of={ACTIONS} rows={data.actions} />}</Loaded>
    </Section>
  );
};

const ACTIONS: RowsDeclaration<Item<'GET /_admin/actions', 'actions'>> = {
  noun: 'actions',
  columns: [
    {
      header: 'Action',
      cell: ({ title, obstacle }) => (
        <span title={obstacle ?? undefined}>
          {title} {obstacle !== null && <span class="quiet">{obstacle}</span>}
        </span>
      ),
    },
    timeColumn('Time', ({ at }) => at),
    {
      header: '',
      width: '6rem',
      cell: ({ id, title, obstacle }) =>
        obstacle === null && (
          <Button look="bare" onClick={() => undo(id)}>
            Undo<span class="hidden-visually"> {title}</span>
          </Button>
        ),
    },
  ],
  empty: ['checkpoint', 'No actions yet', 'What you do in the inspector can be undone here.'],
};
