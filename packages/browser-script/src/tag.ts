import type { Site } from './site.ts';

const TAG = /([?&])dst=[^&#]*&?/;

/** Whether the address of the page carries a tag for the visitor. */
export const isTagged = (): boolean => TAG.test(location.search);

/** Takes the tag out of the address, since whoever passes the address on is not to pass on the tag. */
export const takeTag = (): void =>
  history.replaceState(history.state, '', location.href.replace(TAG, '$1').replace(/[?&](?=#|$)/, ''));

/** Tags the visitor as the address of the page says. */
// Unspecified: U-72
export function tag({ send }: Site): undefined {
  if (!isTagged()) return;
  send('visit', {});
  takeTag();
}
