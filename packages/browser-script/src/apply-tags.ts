import { send } from './send.ts';

/** The tags that this page has had in its URL, with repetitions. */
const seen: string[] = [];

/** The most times that tags are removed: an application may put its own address back each time. */
const MAX_REMOVALS = 20;

/**
 * Sends a visit if the page's URL has tags for the visitor that this page has not had before. Removes the tags from the
 * address bar, so that a copied URL does not tag its next visitor. Returns the URL without tags, and whether it was sent.
 */
// Unspecified: U-72
export function applyTags(): [href: string, isSent: unknown] {
  const given = location.href;
  let tags = '';
  // The character before the tags stays if something else follows them.
  const href = given.replace(/([?&])&*(dst=[^&#]*(?:&+dst=[^&#]*)*)&*(?:(#|$)|)/g, (_, mark, found, end) => {
    tags += found;
    return end ?? mark;
  });
  const isNew = tags && !seen.includes(tags);
  // The message has the URL of this moment.
  if (isNew) send('visit', {});
  if (tags && seen.push(tags) < MAX_REMOVALS) history.replaceState(history.state, '', href);
  return [href, isNew];
}
