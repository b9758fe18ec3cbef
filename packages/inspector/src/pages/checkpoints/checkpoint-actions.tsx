import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { accountId } from '../../api/accounts.ts';
import { callApi } from '../../api/request.ts';
import { Button, LinkButton } from '../../design/button/button.tsx';
import { ConfirmDialog } from '../../design/dialog/dialog.tsx';
import { Select } from '../../design/field/field.tsx';
import { attempt } from '../../design/toast/toast.tsx';

/** Takes checkpoints; exports, imports and resets the state. */
export const CheckpointActions = () => {
  const scope = useSignal('server');
  const isResetting = useSignal(false);
  const ofScope = scope.value === 'server' ? {} : { account_id: accountId.value };
  const take = () =>
    attempt('Checkpoint taken', () => callApi('POST /checkpoints', { body: ofScope }), ['checkpoints']);
  return (
    <>
      <Select
        label="Scope"
        isLabelHidden
        value={scope.value}
        options={[
          ['server', 'Whole server'],
          ['account', `Account ${accountId.value}`],
        ]}
        onInput={(value) => {
          scope.value = value;
        }}
      />
      <LinkButton href={`/_admin/state?${new URLSearchParams(ofScope)}`} download="trickle-state.json">
        Export
      </LinkButton>
      <ImportButton />
      <Button
        look="danger"
        onClick={() => {
          isResetting.value = true;
        }}
      >
        Reset
      </Button>
      <Button look="primary" icon="checkpoint" onClick={take}>
        Take checkpoint
      </Button>
      {isResetting.value && (
        <ConfirmDialog
          title="Reset the server?"
          verb="Reset"
          isDangerous
          onClose={() => {
            isResetting.value = false;
          }}
          onConfirm={() =>
            attempt('The server is as it was at the start', () => callApi('POST /reset'), 'all')
          }
        >
          <p>All data, faults and requests are deleted, and the seed is applied again.</p>
        </ConfirmDialog>
      )}
    </>
  );
};

/** Replaces the state by an exported one. */
const ImportButton = () => {
  const field = useRef<HTMLInputElement>(null);
  const take = async () => {
    const [file] = field.current?.files ?? [];
    if (!file) return;
    const text = await file.text();
    await attempt('State imported', () => callApi('PUT /state', { text }), 'all');
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
