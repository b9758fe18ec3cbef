import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { accountId } from '../../api/accounts.ts';
import { ApiError, callApi, parseObject } from '../../api/request.ts';
import type { InputOf } from '../../api/responses.ts';
import { Button, LinkButton } from '../../design/button/button.tsx';
import { ConfirmButton } from '../../design/dialog/dialog.tsx';
import { Select } from '../../design/field/field.tsx';
import { bind } from '../../design/signals.ts';
import { attempt } from '../../design/toast/toast.tsx';
import { RecordButton } from '../../editor/record-dialog.tsx';
import { serverUrl } from '../../location/server-url.ts';

const TAKE = 'POST /_admin/checkpoints';

/** Takes checkpoints; exports, imports and resets the state. */
export const CheckpointActions = () => {
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

/** Replaces the state by an exported one. */
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
