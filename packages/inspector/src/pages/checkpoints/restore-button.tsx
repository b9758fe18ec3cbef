import { useSignal } from '@preact/signals';
import { callApi, inRoute } from '../../api/request.ts';
import { Button } from '../../design/button/button.tsx';
import { ConfirmDialog } from '../../design/dialog/dialog.tsx';
import { attempt } from '../../design/toast/toast.tsx';

/** Goes back to a checkpoint, after a question. */
export const RestoreButton = ({ id }: { readonly id: string }) => {
  const isAsking = useSignal(false);
  const ask = (value: boolean) => () => {
    isAsking.value = value;
  };
  return (
    <>
      <Button look="bare" onClick={ask(true)}>
        Restore
      </Button>
      {isAsking.value && (
        <ConfirmDialog
          title={`Go back to ${id}?`}
          verb="Restore"
          onClose={ask(false)}
          onConfirm={() =>
            attempt(`Restored ${id}`, () => callApi(inRoute`POST /checkpoints/${id}/restore`), 'all')
          }
        >
          <p>What changed since then is lost, unless you take a checkpoint first.</p>
        </ConfirmDialog>
      )}
    </>
  );
};
