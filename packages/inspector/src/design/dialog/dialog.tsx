import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useId, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { query, setQuery } from '../../location/location.ts';
import { Button, type ButtonProps } from '../button/button.tsx';
import { classes } from '../classes.ts';
import { into } from '../signals.ts';
import { lastToast, Toasts } from '../toast/toast.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** Default: as wide as a few fields need. `full` is as wide as the window. */
  readonly size?: DialogSize | undefined;
  /** Whether the user has written something, so that leaving the dialog asks first. */
  readonly isChanged?: () => boolean;
}

export type DialogSize = 'wide' | 'full';

/** A modal dialog. It is open as long as it is rendered; pressing Esc or clicking outside it closes it. */
export const Dialog = (props: DialogProps) => {
  const { title, onClose, children, actions, size, isChanged = () => false } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const isAsking = useSignal(false);
  const before = useMemo(lastToast, []);
  const leave = () => {
    if (isChanged()) isAsking.value = true;
    else ref.current?.close();
  };
  useModal(ref, leave);
  return (
    <dialog ref={ref} class={classes('dialog', size)} aria-labelledby={id} onClose={onClose}>
      <div class="dialog-box">
        <header class="line spread">
          <h2 id={id}>{title}</h2>
          <Button look="bare" icon="close" label="Close" onClick={leave} />
        </header>
        <div class="stack dialog-body">{children}</div>
        {actions && <footer class="actions">{actions}</footer>}
      </div>
      {isAsking.value && (
        <ConfirmDialog
          title="Discard the changes?"
          verb="Discard"
          onConfirm={onClose}
          onClose={() => into(isAsking)(false)}
        >
          What you have written is lost.
        </ConfirmDialog>
      )}
      <Toasts after={before} />
    </dialog>
  );
};

interface FormDialogProps extends Pick<DialogProps, 'title' | 'children' | 'onClose' | 'size' | 'isChanged'> {
  readonly verb: string;
  readonly look?: 'primary' | 'danger';
  /** Returns undefined if it failed; the dialog then stays open. */
  readonly onSubmit: () => Promise<unknown>;
  readonly isDisabled?: boolean;
}

/** A dialog with a form, which closes when the form has been sent. Leaving it asks first if a field was changed. */
export const FormDialog = (props: FormDialogProps) => {
  const { verb, look = 'primary', children, onSubmit, isDisabled = false, ...dialog } = props;
  const id = useId();
  const isSending = useSignal(false);
  const isWritten = useSignal(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isSending.value) return;
    isSending.value = true;
    const result = await onSubmit();
    isSending.value = false;
    if (result !== undefined) dialog.onClose();
  };
  return (
    <Dialog
      isChanged={() => isWritten.peek()}
      {...dialog}
      actions={
        <>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button look={look} type="submit" form={id} isDisabled={isDisabled}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={id} class="stack" onSubmit={submit} onInput={() => into(isWritten)(true)}>
        {children}
      </form>
    </Dialog>
  );
};

interface ConfirmDialogProps extends Pick<FormDialogProps, 'title' | 'verb' | 'onClose'> {
  readonly children: ComponentChildren;
  /** Whether something is lost. Default: it is. */
  readonly isDangerous?: boolean;
  readonly onConfirm: () => unknown;
}

const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { children, isDangerous = true, onConfirm, ...dialog } = props;
  const confirm = async () => {
    void onConfirm();
    return true;
  };
  return (
    <FormDialog {...dialog} look={isDangerous ? 'danger' : 'primary'} onSubmit={confirm}>
      <p class="wrap">{children}</p>
    </FormDialog>
  );
};

type ClosedButtonProps = Omit<ButtonProps, 'onClick'>;

interface DialogButtonProps extends ClosedButtonProps {
  readonly dialog: (onClose: () => void) => ComponentChildren;
  /** The query parameter that opens the dialog too, such as `create=yes`. */
  readonly parameter?: string | undefined;
}

export const DialogButton = ({ dialog, parameter = '', ...button }: DialogButtonProps) => {
  const isOpen = useSignal(false);
  const isAsked = query.value.get(parameter) === 'yes';
  const close = () => {
    isOpen.value = false;
    if (query.peek().get(parameter) === 'yes') setQuery({ [parameter]: '' });
  };
  return (
    <>
      <Button {...button} onClick={() => into(isOpen)(true)} />
      {(isOpen.value || isAsked) && dialog(close)}
    </>
  );
};

interface ConfirmButtonProps extends Omit<ConfirmDialogProps, 'onClose' | 'verb'> {
  readonly button: ClosedButtonProps;
  readonly verb?: string;
}

export const ConfirmButton = ({
  button,
  verb = String(button.children),
  ...question
}: ConfirmButtonProps) => (
  <DialogButton
    {...button}
    dialog={(onClose) => <ConfirmDialog {...question} verb={verb} onClose={onClose} />}
  />
);

/** Shows a dialog as long as it is rendered. Pressing Esc or clicking outside it leaves it, which closes it by default. */
export function useModal(ref: RefObject<HTMLDialogElement | null>, onLeave?: () => void): void {
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const leaveBy = (event: Event) => {
      if (event.target !== dialog) return;
      event.preventDefault();
      if (leave.current) leave.current();
      else dialog.close();
    };
    dialog.showModal();
    dialog.addEventListener('click', leaveBy);
    dialog.addEventListener('cancel', leaveBy);
    return () => {
      dialog.removeEventListener('click', leaveBy);
      dialog.removeEventListener('cancel', leaveBy);
      closeSilently(dialog);
    };
  }, [ref]);
}

/** Closes a dialog that is no longer rendered, so that the focus goes back to where it was. */
function closeSilently(dialog: HTMLDialogElement): void {
  if (!dialog.open) return;
  const stop = (event: Event) => event.stopImmediatePropagation();
  dialog.addEventListener('close', stop, { capture: true, once: true });
  dialog.close();
}
