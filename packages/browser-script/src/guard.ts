/** Tells the developer of the page what is wrong with a command. */
export const warn = (text: string): void => console.warn(`Trickle: ${text}`);

/** Makes a function that never throws into the page. */
export const guarded =
  <Arguments extends unknown[]>(run: (...args: Arguments) => unknown) =>
  (...args: Arguments): void => {
    try {
      run(...args);
    } catch (error) {
      try {
        console.error('Trickle:', error);
      } catch {
        // A page that has replaced `console`: there is nobody to tell.
      }
    }
  };

/** Runs a function when the page's present task is done; never throws into the page. */
export const soon = (run: () => unknown): void => {
  void Promise.resolve().then(guarded(run));
};
