/** Tells the developer of the page what is wrong, if the page has a console. */
export const warn = (what: unknown): void => window.console?.warn('Trickle:', what);

/** Makes a function that never throws into the page of one that may, at once or later. */
export const guarded =
  <Arguments extends unknown[], Value>(run: (...args: Arguments) => Value) =>
  async (...args: Arguments): Promise<Awaited<Value> | undefined> => {
    try {
      return await run(...args);
    } catch (error) {
      warn(error);
      return undefined;
    }
  };

/** Runs a function when the page's present task is done; never throws into the page. */
export const soon = (run: () => unknown): void => queueMicrotask(guarded(run));

/** Defines a method where assigning would fail, since the page has frozen what the object inherits from. */
export const define = (object: object, name: string, value: (...given: never[]) => unknown): void => {
  Object.defineProperty(object, name, { configurable: true, writable: true, value });
};

/** Waits for a time in milliseconds, if one is given, and no longer than until the network comes back. */
export const wait = (time?: number): Promise<unknown> =>
  new Promise((resolve) => {
    addEventListener('online', resolve, { once: true });
    if (time) setTimeout(resolve, time);
  });
