import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { Button } from '../button/button.tsx';
import { Dialog, type DialogSize } from './dialog.tsx';

interface FormDialogProps {
  readonly title: string;
  /** The text of the button, a verb. */
  readonly verb: string;
  /** The fields. */
  readonly children: ComponentChildren;
  /** Returns undefined if it failed; the dialog then stays open. */
  readonly onSubmit: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly size?: DialogSize;
  readonly isDisabled?: boolean;
  /** Default: whether a field was changed. */
  readonly isChanged?: () => boolean;
}

/** A dialog with a form, which closes when the form has been sent. */
export const FormDialog = (props: FormDialogProps) => {
  const { title, verb, children, onSubmit, onClose, size, isDisabled = false } = props;
  const id = useId();
  const isSending = useSignal(false);
  const isWritten = useRef(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isSending.value) return;
    isSending.value = true;
    const result = await onSubmit();
    isSending.value = false;
    if (result !== undefined) onClose();
  };
  return (
    <Dialog
      title={title}
      size={size}
      isChanged={props.isChanged ?? (() => isWritten.current)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={id} isDisabled={isDisabled}>
            {verb}
          </Button>
        </>
      }
    >
      <form
        id={id}
        class="stack"
        onSubmit={submit}
        onInput={() => {
          isWritten.current = true;
        }}
      >
        {children}
      </form>
    </Dialog>
  );
};
