import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { accountId } from '../../api/accounts.ts';
import { callApi, parseObject } from '../../api/request.ts';
import type { InputOf } from '../../api/responses.ts';
import { Button, LinkButton } from '../../design/button/button.tsx';
import { ConfirmButton, DialogButton } from '../../design/dialog/dialog-button.tsx';
import { Select } from '../../design/field/field.tsx';
import { bind } from '../../design/signals.ts';
import { attempt } from '../../design/toast/toast.tsx';
import { serverUrl } from '../../location/server-url.ts';
import { TakeDialog } from './name-dialog.tsx';

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
      <DialogButton
        look="primary"
        icon="checkpoint"
        dialog={(onClose) => <TakeDialog scope={ofScope} onClose={onClose} />}
      >
        Take checkpoint
      </DialogButton>
    </>
  );
};

const importState = async (text: string) =>
  callApi('PUT /_admin/state', parseObject(text) as InputOf<'PUT /_admin/state'>); // the server checks it

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
