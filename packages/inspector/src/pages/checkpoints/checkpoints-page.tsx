import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { accountId } from '../../api/accounts.ts';
import { ApiError, callApi, type InputOf, type Item, parseObject } from '../../api/request.ts';
import { useResource, useServerResource } from '../../api/resource.ts';
import { Button, LinkButton } from '../../design/button/button.tsx';
import { ConfirmButton } from '../../design/dialog/dialog.tsx';
import { Select } from '../../design/field/field.tsx';
import { column, LoadedRows, type RowsDeclaration } from '../../design/list/list.tsx';
import { Loaded, Page, Section } from '../../design/page/page.tsx';
import { bind } from '../../design/signals.ts';
import { attempt, undo } from '../../design/toast/toast.tsx';
import { RecordButton } from '../../editor/record-dialog.tsx';
import { query, setQuery } from '../../location/location.ts';
import { serverUrl } from '../../location/server-url.ts';
import { type Checkpoint, Comparison, titleOf } from './comparison.tsx';

export const CheckpointsPage = () => {
  const checkpoints = useServerResource('GET /_admin/checkpoints', {}, ['checkpoints']);
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
    column.wide(
      column.text(
        'Of',
        ({ account_id: account }) => (account === undefined ? 'the whole server' : `account ${account}`),
        '10rem',
      ),
    ),
    column.wide(column.time('Taken', ({ at }) => at)),
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

const TAKE = 'POST /_admin/checkpoints';

const CheckpointActions = () => {
  const scope = useSignal('server');
  const ofScope = scope.value === 'server' ? {} : { account_id: accountId.value };
  return (
    <>
      <Select
        label="Scope"
        isLabelHidden
        {...bind(scope)}
        options={[
          ['server', 'Whole server'],
          ['account', `Account ${accountId.value}`],
        ]}
      />
      <LinkButton
        href={serverUrl(`/_admin/state?${new URLSearchParams(ofScope)}`)}
        download="trickle-state.json"
      >
        Export
      </LinkButton>
      <ImportButton />
      <ConfirmButton
        button={{ look: 'danger', children: 'Reset' }}
        title="Reset the server?"
        onConfirm={() =>
          attempt('The server is as it was at the start', () => callApi('POST /_admin/reset', {}))
        }
      >
        All data, faults and requests are deleted, and the seed is applied again.
      </ConfirmButton>
      <RecordButton
        button={{ look: 'primary', icon: 'checkpoint', children: 'Take checkpoint' }}
        title="Take a checkpoint"
        verb="Take"
        route={TAKE}
        value={{}}
        done="Checkpoint taken"
        onSave={(named) => callApi(TAKE, { ...named, ...ofScope })}
      />
    </>
  );
};

async function importState(text: string) {
  const state = parseObject(text);
  if (state instanceof ApiError) throw state;
  return callApi('PUT /_admin/state', state as InputOf<'PUT /_admin/state'>); // the server checks it
}

const ImportButton = () => {
  const field = useRef<HTMLInputElement>(null);
  const take = async () => {
    const [file] = field.current?.files ?? [];
    if (!file) return;
    const text = await file.text();
    await attempt('State imported', () => importState(text));
    if (field.current) field.current.value = '';
  };
  return (
    <>
      <input
        ref={field}
        type="file"
        accept="application/json,.json"
        class="hidden-visually"
        aria-label="State to import"
        tabIndex={-1}
        onChange={() => void take()}
      />
      <Button onClick={() => field.current?.click()}>Import</Button>
    </>
  );
};

const TOPICS = ['records', 'events', 'emails', 'jobs', 'faults', 'clock'] as const;

const LastActions = () => {
  const actions = useResource('GET /_admin/actions', {}, TOPICS);
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
    column.time('Time', ({ at }) => at),
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
