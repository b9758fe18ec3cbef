import { guarded } from './guard.ts';
import type { Site } from './site.ts';

const TAG = /([?&])dst=[^&#]*&?/;

/** An address without a tag for the visitor: whoever passes the address on is not to pass on the tag. */
export const untagged = (href: string): string => href.replace(TAG, '$1').replace(/[?&](?=#|$)/, '');

/** Whether the address of the page carries a tag; it is taken out of the address bar then, in a moment. */
export function takeTag(): boolean {
  const isTagged = TAG.test(location.search);
  // Not before the page's first commands, so that they go with the tag, as commands of one page.
  if (isTagged) setTimeout(guarded(() => history.replaceState(history.state, '', untagged(location.href))));
  return isTagged;
}

/** Tags the visitor as the address of the page says. */
// Unspecified: U-72
export function tag({ send }: Site): undefined {
  if (takeTag()) send('visit', {});
}
