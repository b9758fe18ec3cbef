import { listen } from './guard.ts';

/** In milliseconds. Browsers treat more than 24.8 days as zero. */
const MAX_WAIT = 3_600_000;

/** Ends the latest wait. */
let interrupt: (() => void) | undefined;

/** Waits for a time in milliseconds, an hour at most, or until `run` or `onReturn` ends it. */
export const wait = <Value>(
  time: number,
  run?: (end: (value?: Value) => void) => void,
): Promise<Value | undefined> =>
  new Promise((resolve) => {
    interrupt = resolve as () => void;
    setTimeout(resolve, Math.min(time, MAX_WAIT));
    run?.(resolve);
  });

/**
 * Ends the latest wait when the network or the page is back. Firefox drops the requests of a page in the back/forward
 * cache: they neither end nor can be aborted.
 */
export const onReturn = ({ persisted = true }: Event & { persisted?: boolean }): void => {
  if (persisted) interrupt?.();
};

/** Waits for the page's `load` event, three seconds at most. */
export const pageLoaded = (): Promise<unknown> =>
  wait(3000, (end) => {
    if (document.readyState === 'complete') end();
    listen('load', end);
  });
