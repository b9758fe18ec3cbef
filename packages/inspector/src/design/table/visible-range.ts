import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** Height of a row in pixels. */
const heightOfRow = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row'));

/** Rows beyond the window that are drawn too. */
const OVERSCAN = 12;

/** Below this number, all rows are drawn. */
const MIN_ROWS = 80;

interface Range {
  readonly first: number;
  /** Exclusive. */
  readonly last: number;
}

/** Which rows of a table are in the window, while the page scrolls. Tells `onShow` about them and those around them. */
export function useVisibleRange(
  body: RefObject<HTMLElement | null>,
  rows: readonly unknown[],
  onShow: ((first: number, last: number) => void) | undefined,
): Range & { readonly rowHeight: number } {
  const count = rows.length;
  // The first rendering starts at the top of the window, until the position of the table is known.
  const [seen, setSeen] = useState<Range>(() => rangeAt(0));
  useEffect(() => {
    const update = () => {
      if (!body.current) return;
      const { first, last } = rangeAt(-body.current.getBoundingClientRect().top);
      setSeen((old) => (old.first === first && old.last === last ? old : { first, last }));
    };
    update();
    window.addEventListener('scroll', update, { passive: true });
    window.addEventListener('resize', update);
    return () => {
      window.removeEventListener('scroll', update);
      window.removeEventListener('resize', update);
    };
  }, [body]);
  useLayoutEffect(() => {
    if (count > 0) onShow?.(seen.first, seen.last + OVERSCAN);
  }, [seen, rows, onShow]);
  if (count <= MIN_ROWS) return { first: 0, last: count, rowHeight: heightOfRow() };
  const last = Math.min(count, Math.max(seen.last, OVERSCAN));
  return { first: Math.min(seen.first, last), last, rowHeight: heightOfRow() };
}

/** The rows to draw when the window begins `top` pixels below the first row. */
function rangeAt(top: number): Range {
  const height = heightOfRow();
  return {
    first: Math.max(0, Math.floor(top / height) - OVERSCAN),
    last: Math.ceil((top + window.innerHeight) / height) + OVERSCAN,
  };
}
