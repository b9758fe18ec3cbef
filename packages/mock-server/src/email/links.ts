/** Whether clicks on a link are tracked: only links to web pages are. */
export function isTrackable(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? {};
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '';
}

/** Replaces the URLs in a text. `replace` returns undefined to keep a URL. */
export const replaceUrls = (text: string, replace: (url: string) => string | undefined): string =>
  text.replaceAll(/https?:\/\/[^\s<>"]+/gi, (found) => {
    const url = found.slice(0, endOfUrl(found));
    const replacement = replace(url);
    return replacement === undefined ? found : replacement + found.slice(url.length);
  });

/** Finds where a URL ends: before trailing punctuation and before unmatched closing brackets. */
function endOfUrl(found: string): number {
  let end = found.length;
  let closers = 0;
  let openers = 0;
  for (const character of found) {
    if (character === '(' || character === '[') openers++;
    if (character === ')' || character === ']') closers++;
  }
  for (; end > 0; end--) {
    const last = found[end - 1] ?? '';
    const isCloser = last === ')' || last === ']';
    if (isCloser ? closers <= openers : !".,;:!?'*_".includes(last)) break;
    if (isCloser) closers--;
  }
  return end;
}
