import { send } from './send.ts';
import { site } from './site.ts';

const TAG = /([?&])dst=[^&#]*&?/;

/**
 * Sends a visit if the page's URL matches the account's `visits` or carries a tag for the visitor. Removes the
 * tag from the address bar, so that a copied URL does not tag its next visitor.
 */
// Unspecified: U-72
export function sendVisit(): undefined {
  const isTagged = TAG.test(location.href);
  if (isTagged || (site.visits && new RegExp(site.visits, 'i').test(location.href))) send('visit', {});
  if (isTagged) {
    history.replaceState(history.state, '', location.href.replace(TAG, '$1').replace(/[?&](?=#|$)/, ''));
  }
}
