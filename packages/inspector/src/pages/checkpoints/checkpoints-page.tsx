import { callApi } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import { Button, LinkButton } from '../../design/button/button.tsx';
import { ConfirmButton, DialogButton } from '../../design/dialog/dialog-button.tsx';
import { Page } from '../../design/page/page.tsx';
import { EmptyState, Loaded } from '../../design/states/states.tsx';
import { timeColumn, wideOnly } from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { query, setQuery } from '../../location/location.ts';
import type { Checkpoint } from './checkpoint.ts';
import { CheckpointActions } from './checkpoint-actions.tsx';
import { Comparison } from './comparison.tsx';
import { RenameDialog, titleOf } from './name-dialog.tsx';

/** Stored states of the server: take, compare, restore, export, import, reset. */
export const CheckpointsPage = () => {
  const checkpoints = useResource('GET /_admin/checkpoints', {}, ['checkpoints']);
  const compared = query.value.get('compare');
  return (
    <Page
      title="Checkpoints"
      lead="Store the state, try something, see what changed, and go back."
      actions={<CheckpointActions />}
    >
      <Loaded of={checkpoints}>
        {(data) =>
          data.checkpoints.length === 0 ? (
            <EmptyState icon="checkpoint" title="No checkpoints">
              <p>Take one before you try something. It stays until the server ends.</p>
            </EmptyState>
          ) : (
            <Table
              label="Checkpoints"
              columns={COLUMNS}
              rows={[...data.checkpoints].reverse()}
              keyOf={({ id }) => id}
              openKey={compared ?? undefined}
            />
          )
        }
      </Loaded>
      {compared && (
        <Comparison key={compared} id={compared} checkpoints={checkpoints.data?.checkpoints ?? []} />
      )}
    </Page>
  );
};

const forget = (id: string) =>
  attempt('Checkpoint deleted', () => callApi('DELETE /_admin/checkpoints/{id}', { id }), ['checkpoints']);

const RestoreButton = ({ checkpoint }: { readonly checkpoint: Checkpoint }) => (
  <ConfirmButton
    button={{ look: 'bare', children: 'Restore' }}
    title={`Go back to ${titleOf(checkpoint)}?`}
    verb="Restore"
    onConfirm={() =>
      attempt(
        `Restored ${titleOf(checkpoint)}`,
        () => callApi('POST /_admin/checkpoints/{id}/restore', { id: checkpoint.id }),
        'all',
      )
    }
  >
    <p>What changed since then is lost, unless you take a checkpoint first.</p>
  </ConfirmButton>
);

const COLUMNS: readonly Column<Checkpoint>[] = [
  {
    header: 'Checkpoint',
    cell: (checkpoint) => (
      <>
        <b>{titleOf(checkpoint)}</b>
        {checkpoint.name !== undefined && <span class="quiet"> {checkpoint.id}</span>}
      </>
    ),
  },
  wideOnly({
    header: 'Of',
    width: '10rem',
    look: 'quiet',
    cell: ({ account_id }) => (account_id === undefined ? 'the whole server' : `account ${account_id}`),
  }),
  wideOnly(timeColumn('Taken', ({ at }) => at)),
  {
    header: '',
    width: '19rem',
    cell: (checkpoint) => (
      <span class="checkpoint-buttons">
        <Button look="bare" onClick={() => setQuery({ compare: checkpoint.id })}>
          Compare
        </Button>
        <RestoreButton checkpoint={checkpoint} />
        <LinkButton
          look="bare"
          href={`/_admin/seed/export?${new URLSearchParams({ checkpoint: checkpoint.id })}`}
          download="trickle-seed.json"
        >
          Seed
        </LinkButton>
        <DialogButton
          look="bare"
          dialog={(onClose) => <RenameDialog checkpoint={checkpoint} onClose={onClose} />}
        >
          Rename
        </DialogButton>
        <Button
          look="bare"
          icon="trash"
          label={`Delete ${titleOf(checkpoint)}`}
          onClick={() => forget(checkpoint.id)}
        />
      </span>
    ),
  },
];
