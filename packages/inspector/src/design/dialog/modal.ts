import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Shows a dialog as long as it is rendered. A click beside it closes it, as Esc does. */
export function useModal(ref: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const dialog = ref.current;
    const closeBeside = ({ target }: MouseEvent) => target === dialog && dialog?.close();
    dialog?.showModal();
    dialog?.addEventListener('click', closeBeside);
    return () => dialog?.removeEventListener('click', closeBeside);
  }, [ref]);
}
