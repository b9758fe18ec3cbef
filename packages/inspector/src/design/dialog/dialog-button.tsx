import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { query, setQuery } from '../../location/location.ts';
import { Button, type ButtonProps } from '../button/button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './dialog.tsx';

type ClosedButtonProps = Omit<ButtonProps, 'onClick'>;

interface DialogButtonProps extends ClosedButtonProps {
  readonly dialog: (onClose: () => void) => ComponentChildren;
  /** The query parameter that opens the dialog too, such as `create=yes`. */
  readonly parameter?: string | undefined;
}

/** A button that opens a dialog. */
export const DialogButton = ({ dialog, parameter = '', ...button }: DialogButtonProps) => {
  const isOpen = useSignal(false);
  const isAsked = query.value.get(parameter) === 'yes';
  const close = () => {
    isOpen.value = false;
    if (query.peek().get(parameter) === 'yes') setQuery({ [parameter]: '' });
  };
  return (
    <>
      <Button
        {...button}
        onClick={() => {
          isOpen.value = true;
        }}
      />
      {(isOpen.value || isAsked) && dialog(close)}
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
