import { useSignal } from '@preact/signals';
import { accountId } from '../../api/accounts.ts';
import { callApi } from '../../api/request.ts';
import { Button } from '../../design/button/button.tsx';
import { ConfirmDialog } from '../../design/dialog/dialog.tsx';
import { attempt } from '../../design/toast/toast.tsx';

/** Clears the request log of the account. */
export const ClearRequests = () => {
  const isAsking = useSignal(false);
  const ask = (value: boolean) => () => {
    isAsking.value = value;
  };
  const clear = () =>
    attempt(
      'Request log cleared',
      () => callApi('DELETE /requests', { query: { account_id: accountId.value } }),
      ['requests'],
    );
  return (
    <>
      <Button icon="trash" onClick={ask(true)}>
        Clear
      </Button>
      {isAsking.value && (
        <ConfirmDialog
          title="Clear the request log?"
          verb="Clear"
          isDangerous
          onConfirm={clear}
          onClose={ask(false)}
        >
          <p>All recorded requests of this account are forgotten. Its data stays.</p>
        </ConfirmDialog>
      )}
    </>
  );
};
