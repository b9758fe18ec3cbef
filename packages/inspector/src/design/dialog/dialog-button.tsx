import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Button, type ButtonProps } from '../button/button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './dialog.tsx';

type ClosedButtonProps = Omit<ButtonProps, 'onClick'>;

interface DialogButtonProps extends ClosedButtonProps {
  readonly dialog: (onClose: () => void) => ComponentChildren;
}

/** A button that opens a dialog. */
export const DialogButton = ({ dialog, ...button }: DialogButtonProps) => {
  const isOpen = useSignal(false);
  const setOpen = (value: boolean) => () => {
    isOpen.value = value;
  };
  return (
    <>
      <Button {...button} onClick={setOpen(true)} />
      {isOpen.value && dialog(setOpen(false))}
    </>
  );
};

interface ConfirmButtonProps extends Omit<ConfirmDialogProps, 'onClose' | 'verb'> {
  readonly button: ClosedButtonProps;
  /** Default: the text of the button. */
  readonly verb?: string;
}

/** A button that asks before it does something that cannot be undone. */
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
