import { send } from './send.ts';
import { site } from './site.ts';

/**
 * Sends a visit if the page's URL matches the account's `visits` or carries tags for the visitor. Removes the tags from
 * the address bar, so that a copied URL does not tag its next visitor.
 */
// Unspecified: U-72
export function sendVisit(): undefined {
  const given = location.href;
  // The character before the tags stays if something else follows them.
  const href = given.replace(/([?&])(?:dst=[^&#]*&)+(?!dst=)|[?&](?:dst=[^&#]*&?)+/g, '$1');
  if (href !== given) {
    send('visit', {});
    history.replaceState(history.state, '', href);
  } else if (site.visits && new RegExp(site.visits, 'i').test(href)) send('visit', {});
}
