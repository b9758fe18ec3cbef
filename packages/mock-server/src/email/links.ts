/** Whether clicks on a link are tracked: only those to web pages. */
export function isTrackable(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? {};
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '';
}

/** Replaces the URLs in text; `replace` keeps one by returning undefined. */
export const replaceUrls = (text: string, replace: (url: string) => string | undefined): string =>
  text.replaceAll(/https?:\/\/[^\s<>"]+/gi, (found) => {
    const url = found.slice(0, endOfUrl(found));
    const replacement = replace(url);
    return replacement === undefined ? found : replacement + found.slice(url.length);
  });

/** Where a URL ends: before punctuation of the sentence, and before a bracket that opens in front of the URL. */
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
