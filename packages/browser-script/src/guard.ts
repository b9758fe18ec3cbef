/** Returns a function's result, or undefined if it throws: a page may have replaced anything. */
export const attempt = <Value>(run: () => Value): Value | undefined => {
  try {
    return run();
  } catch {
    return undefined;
  }
};

/** Converts any value of a page or a server to text. */
export const textOf = (value: unknown): string => attempt(() => `${value}`) ?? 'failed';

/** Warns the page's developer, if the page has a console. */
export const warn = (what: unknown): undefined => attempt(() => console.warn('Trickle:', what) as undefined);

/** Wraps a function so that it never throws into the page, nor rejects. */
export const guarded =
  <Arguments extends unknown[], Value>(run: (...args: Arguments) => Value) =>
  async (...args: Arguments): Promise<Awaited<Value> | undefined> => {
    try {
      return await run(...args);
    } catch (error) {
      return warn(error);
    }
  };

/** Runs a function after the page's present task; never throws into the page. */
export const soon = guarded(async (run: () => unknown) => {
  await 0;
  return run();
});

/**
 * Defines a member where assigning fails, as under a frozen prototype. Returns false if the object itself is frozen. The
 * descriptor inherits nothing: a page may have added `get` to all objects.
 */
export const define = (object: object, name: string | number, value: unknown): boolean =>
  Reflect.defineProperty(object, name, {
    __proto__: null,
    configurable: true,
    writable: true,
    value,
  } as PropertyDescriptor); // TypeScript treats `__proto__` as a member

/** Listens on the window. An element named `addEventListener` hides the window's own member. */
export const listen = EventTarget.prototype.addEventListener as typeof addEventListener; // `this` defaults to the window
