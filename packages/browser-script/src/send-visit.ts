import { send } from './send.ts';

const TAG = /([?&])dst=[^&#]*&?/;

/**
 * Sends a visit if the page's URL matches the regular expression `visits` or carries a tag for the visitor. Removes the
 * tag from the address bar, so that a copied URL does not tag its next visitor.
 */
// Unspecified: U-72
export function sendVisit(visits?: string): undefined {
  const { href } = location;
  const isTagged = TAG.test(href);
  if (isTagged || (visits && new RegExp(visits, 'i').test(href))) send('visit', {});
  if (isTagged) {
    history.replaceState(history.state, '', href.replace(TAG, '$1').replace(/[?&](?=#|$)/, ''));
  }
}
