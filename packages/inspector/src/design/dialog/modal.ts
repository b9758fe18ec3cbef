import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Shows a dialog as long as it is rendered. Pressing Esc closes it, and so does clicking outside it by default. */
export function useModal(ref: RefObject<HTMLDialogElement | null>, closesBeside = true): void {
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const closeBeside = ({ target }: MouseEvent) => closesBeside && target === dialog && dialog.close();
    dialog.showModal();
    dialog.addEventListener('click', closeBeside);
    return () => {
      dialog.removeEventListener('click', closeBeside);
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
