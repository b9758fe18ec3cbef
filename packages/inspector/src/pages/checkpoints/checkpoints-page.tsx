import { callApi } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import type { InputOf } from '../../api/responses.ts';
import { Button, LinkButton } from '../../design/button/button.tsx';
import { ConfirmButton } from '../../design/dialog/dialog.tsx';
import { LoadedRows, type RowsDeclaration } from '../../design/list/list.tsx';
import { Page } from '../../design/page/page.tsx';
import { Loaded } from '../../design/states/states.tsx';
import { textColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { RecordButton } from '../../editor/record-dialog.tsx';
import { query, setQuery } from '../../location/location.ts';
import { serverUrl } from '../../location/server-url.ts';
import { CheckpointActions } from './checkpoint-actions.tsx';
import { type Checkpoint, Comparison, titleOf } from './comparison.tsx';
import { LastActions } from './last-actions.tsx';

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
      <LastActions />
    </Page>
  );
};

const CHECKPOINTS: RowsDeclaration<Checkpoint> = {
  noun: 'checkpoints',
  columns: [
    {
      header: 'Checkpoint',
      cell: (checkpoint) => (
        <>
          <b class="checkpoint-name">{titleOf(checkpoint)}</b>
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
    { header: '', width: 'min(19rem, 54vw)', cell: (checkpoint) => <Buttons checkpoint={checkpoint} /> },
  ],
  empty: [
    'checkpoint',
    'No checkpoints',
    'Take one before you try something. It stays until the server ends.',
  ],
};

const RENAME = 'PUT /_admin/checkpoints/{id}';

const Buttons = ({ checkpoint }: { readonly checkpoint: Checkpoint }) => {
  const { id } = checkpoint;
  const title = titleOf(checkpoint);
  const call = (
    done: string,
    route: 'POST /_admin/checkpoints/{id}/restore' | 'DELETE /_admin/checkpoints/{id}',
  ) => attempt(done, () => callApi(route, { id }));
  return (
    <span class="checkpoint-buttons">
      <Button look="bare" onClick={() => setQuery({ compare: id })}>
        Compare
      </Button>
      <ConfirmButton
        button={{ look: 'bare', children: 'Restore' }}
        title={`Go back to ${title}?`}
        isDangerous={false}
        onConfirm={() => call(`Restored ${title}`, 'POST /_admin/checkpoints/{id}/restore')}
      >
        What changed since then is lost, unless you take a checkpoint first.
      </ConfirmButton>
      <LinkButton
        look="bare"
        href={serverUrl(`/_admin/seed/export?${new URLSearchParams({ checkpoint: id })}`)}
        download="trickle-seed.json"
      >
        Seed
      </LinkButton>
      <RecordButton
        button={{ look: 'bare', children: 'Rename' }}
        title={`Rename ${title}`}
        verb="Rename"
        route={RENAME}
        value={{ name: '', ...checkpoint }}
        done="Checkpoint renamed"
        onSave={(named) => callApi(RENAME, { ...named, id } as InputOf<typeof RENAME>)} // the server checks it
      />
      <Button
        look="bare"
        icon="trash"
        label={`Delete ${title}`}
        onClick={() => call('Checkpoint deleted', 'DELETE /_admin/checkpoints/{id}')}
      />
    </span>
  );
};
