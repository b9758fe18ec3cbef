import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Lets the keyboard reach an element, and so scroll it, if its content is larger than itself. */
export function useScrollByKeys(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
    if (scrollHeight > clientHeight || scrollWidth > clientWidth) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  });
}
