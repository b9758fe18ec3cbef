/** In milliseconds: browsers take a time of more than 24.8 days for none at all. */
const LONGEST_WAIT = 3_600_000;

/** Ends the latest wait. */
let interrupt: (() => void) | undefined;

/** Waits for a time in milliseconds, an hour at most, or until something ends it: what is begun here, or a return. */
export const wait = <Value>(
  time: number,
  begin?: (end: (value?: Value) => void) => void,
): Promise<Value | undefined> =>
  new Promise((resolve) => {
    interrupt = resolve as () => void;
    setTimeout(resolve, Math.min(time, LONGEST_WAIT));
    begin?.(resolve);
  });

/**
 * Ends what a request or a pause waits for: the network is back, or the page. Firefox forgets the requests of a page in
 * the back/forward cache: they neither end nor can be aborted.
 */
export const onReturn = ({ persisted = true }: Event & { persisted?: boolean }): void => {
  if (persisted) interrupt?.();
};

/** Waits until the page has loaded, with all scripts that its text names, but not for what never comes. */
export const pageLoaded = (): Promise<unknown> =>
  wait(3000, (end) => {
    if (document.readyState === 'complete') end();
    addEventListener('load', end);
  });
