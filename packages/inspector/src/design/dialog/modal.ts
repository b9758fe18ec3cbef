import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

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
