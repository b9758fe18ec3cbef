/** Gives what a function gives, and nothing when it throws, as all may that a page can change. */
export const attempt = <Value>(run: () => Value): Value | undefined => {
  try {
    return run();
  } catch {
    return undefined;
  }
};

/** Gives the text of anything that a page or a server may have given. */
export const textOf = (value: unknown): string => attempt(() => `${value}`) ?? 'failed';

/** Tells the developer of the page what is wrong, if the page has a console. */
export const warn = (what: unknown): undefined => attempt(() => console.warn('Trickle:', what) as undefined);

/** Makes a function that never throws into the page of one that may, at once or later. */
export const guarded =
  <Arguments extends unknown[], Value>(run: (...args: Arguments) => Value) =>
  async (...args: Arguments): Promise<Awaited<Value> | undefined> => {
    try {
      return await run(...args);
    } catch (error) {
      return warn(error);
    }
  };

/** Runs a function when the page's present task is done; never throws into the page. */
export const soon = guarded(async (run: () => unknown) => {
  await 0;
  return run();
});

/**
 * Defines a member where assigning would fail, since the page has frozen what the object inherits from. Tells whether
 * that was possible: not where the object itself is frozen. The description inherits nothing: a page may have given all objects a member `get`.
 */
export const define = (object: object, name: string | number, value: unknown): boolean =>
  Reflect.defineProperty(object, name, {
    __proto__: null,
    configurable: true,
    writable: true,
    value,
  } as PropertyDescriptor); // TypeScript takes `__proto__` for a member
