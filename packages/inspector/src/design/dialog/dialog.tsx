import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { Button } from '../button/button.tsx';
import { classes } from '../classes.ts';
import { into } from '../signals.ts';
import { Toasts } from '../toast/toast.tsx';
import { useModal } from './modal.ts';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** Buttons at the bottom. */
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
  const leave = () => {
    if (isChanged()) isAsking.value = true;
    else ref.current?.close();
  };
  useModal(ref, leave);
  return (
    <dialog ref={ref} class={classes('dialog', size)} aria-labelledby={id} onClose={onClose}>
      <div class="dialog-box">
        <header>
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
      <Toasts />
    </dialog>
  );
};

export interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen. */
  readonly children: ComponentChildren;
  /** The text of the button, a verb. */
  readonly verb: string;
  /** Whether something is lost. Default: it is. */
  readonly isDangerous?: boolean;
  readonly onConfirm: () => unknown;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { title, children, verb, isDangerous = true, onConfirm, onClose } = props;
  const confirm = () => {
    void onConfirm(); // first, since it may read what the dialog is about
    onClose();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look={isDangerous ? 'danger' : 'primary'} onClick={confirm}>
            {verb}
          </Button>
        </>
      }
    >
      <p class="wrap">{children}</p>
    </Dialog>
  );
};
