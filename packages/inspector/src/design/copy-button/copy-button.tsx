import { useSignal } from '@preact/signals';
import { Button } from '../button/button.tsx';

interface CopyButtonProps {
  /** The text to copy, or a function that makes it. */
  readonly text: string | (() => string);
  /** What is copied, as in `Copy as curl`. Without it, there is only an icon. */
  readonly label?: string;
}

/** Real milliseconds that the check mark stays. */
const SHOWN_FOR = 1500;

/** Copies text, and confirms it. */
export const CopyButton = ({ text, label }: CopyButtonProps) => {
  const isCopied = useSignal(false);
  const copy = async () => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
    isCopied.value = true;
    setTimeout(() => {
      isCopied.value = false;
    }, SHOWN_FOR);
  };
  const icon = isCopied.value ? 'check' : 'copy';
  return label === undefined ? (
    <Button look="bare" icon={icon} label={isCopied.value ? 'Copied' : 'Copy'} onClick={copy} />
  ) : (
    <Button icon={icon} onClick={copy}>
      {isCopied.value ? 'Copied' : label}
    </Button>
  );
};
