import { callApi } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import { Button, LinkButton } from '../../design/button/button.tsx';
import { ConfirmButton, DialogButton } from '../../design/dialog/dialog-button.tsx';
import { LoadedRows, type RowsDeclaration } from '../../design/list/list.tsx';
import { Page } from '../../design/page/page.tsx';
import { Loaded } from '../../design/states/states.tsx';
import { textColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { query, setQuery } from '../../location/location.ts';
import { serverUrl } from '../../location/server-url.ts';
import { CheckpointActions } from './checkpoint-actions.tsx';
import { Comparison } from './comparison.tsx';
import { type Checkpoint, RenameDialog, titleOf } from './name-dialog.tsx';

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
        {(data) => (
          <LoadedRows of={CHECKPOINTS} rows={data.checkpoints.toReversed()} openKey={compared ?? undefined} />
        )}
      </Loaded>
      {compared && (
        <Comparison key={compared} id={compared} checkpoints={checkpoints.data?.checkpoints ?? []} />
      )}
    </Page>
  );
};

const forget = (id: string) =>
  attempt('Checkpoint deleted', () => callApi('DELETE /_admin/checkpoints/{id}', { id }));

const RestoreButton = ({ checkpoint }: { readonly checkpoint: Checkpoint }) => (
  <ConfirmButton
    button={{ look: 'bare', children: 'Restore' }}
    title={`Go back to ${titleOf(checkpoint)}?`}
    isDangerous={false}
    onConfirm={() =>
      attempt(`Restored ${titleOf(checkpoint)}`, () =>
        callApi('POST /_admin/checkpoints/{id}/restore', { id: checkpoint.id }),
      )
    }
  >
    What changed since then is lost, unless you take a checkpoint first.
  </ConfirmButton>
);

const CHECKPOINTS: RowsDeclaration<Checkpoint> = {
  noun: 'checkpoints',
  columns: [
    {
      header: 'Checkpoint',
      cell: (checkpoint) => (
        <>
          <b>{titleOf(checkpoint)}</b>
          {checkpoint.name !== undefined && <span class="quiet"> {checkpoint.id}</span>}
        </>
      ),
    },
    wideOnly(
      textColumn(
        'Of',
        ({ account_id: account }) => (account === undefined ? 'the whole server' : `account ${account}`),
        '10rem',
      ),
    ),
    wideOnly(timeColumn('Taken', ({ at }) => at)),
    { header: '', width: '19rem', cell: (checkpoint) => <Buttons checkpoint={checkpoint} /> },
  ],
  empty: [
    'checkpoint',
    'No checkpoints',
    'Take one before you try something. It stays until the server ends.',
  ],
};

const Buttons = ({ checkpoint }: { readonly checkpoint: Checkpoint }) => (
  <span class="checkpoint-buttons">
    <Button look="bare" onClick={() => setQuery({ compare: checkpoint.id })}>
      Compare
    </Button>
    <RestoreButton checkpoint={checkpoint} />
    <LinkButton
      look="bare"
      href={serverUrl(`/_admin/seed/export?${new URLSearchParams({ checkpoint: checkpoint.id })}`)}
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
);
