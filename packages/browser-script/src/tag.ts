import { send } from './send.ts';

const TAG = /([?&])dst=[^&#]*&?/;

/**
 * Tells of the page if its address is one that the account wants to hear of, a regular expression, or carries a tag
 * for the visitor. The tag is taken out of the address bar: whoever passes the address on is not to pass on the tag.
 */
// Unspecified: U-72
export function tell(visits?: string): undefined {
  const { href } = location;
  const isTagged = TAG.test(href);
  if (isTagged || (visits && new RegExp(visits, 'i').test(href))) send('visit', {});
  if (isTagged) {
    history.replaceState(history.state, '', href.replace(TAG, '$1').replace(/[?&](?=#|$)/, ''));
  }
}
