import { listen } from './guard.ts';

/** Settles at the page's `load` event, at the latest three seconds after the script's start. */
export let loaded: Promise<unknown>;

/** Sets `loaded`. Called once: where `load` never comes, forms wait for the three seconds once, not at each command. */
export const awaitLoad = (): void => {
  loaded = new Promise((resolve) => {
    setTimeout(resolve, 3000);
    if (document.readyState === 'complete') resolve(0);
    listen('load', resolve);
  });
};
