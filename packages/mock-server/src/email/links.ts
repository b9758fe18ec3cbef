/** Whether clicks on a link are tracked: only links to web pages are. */
export function isTrackable(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? {};
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '';
}

/**
 * Characters that end a URL in a string: white space, quotes and angle brackets; punctuation beyond ASCII; and the scripts
 * that are written without spaces, since a link stands right before the next word there.
 */
const END = String.raw`\s<>"[\p{P}&&[^\x00-\x7F]]\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const URLS = new RegExp(`https?:\\/\\/[^${END}]+`, 'giv');

/** Replaces the URLs in a string. `replace` returns undefined to keep a URL. */
// Unspecified: U-291
export const replaceUrls = (text: string, replace: (url: string) => string | undefined): string =>
  text.replaceAll(URLS, (match) => {
    const url = match.slice(0, endOfUrl(match));
    const replacement = replace(url);
    return replacement === undefined ? match : replacement + match.slice(url.length);
  });

/** Finds where a URL ends: at the first unmatched closing bracket, and before trailing punctuation. */
function endOfUrl(url: string): number {
  let open = 0;
  let end = 0;
  for (; end < url.length; end++) {
    const character = url[end] ?? '';
    if ('(['.includes(character)) open++;
    else if (')]'.includes(character) && --open < 0) break;
  }
  while (end > 0 && ".,;:!?'*_".includes(url[end - 1] ?? '')) end--;
  return end;
}
