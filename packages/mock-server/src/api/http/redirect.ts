/**
 * Redirects to a stored URL. `Location` is the normalized URL: ASCII without line breaks. Undefined if the text is
 * not an absolute URL.
 */
export function redirectTo(url: string, status: 302 | 303): Response | undefined {
  const target = URL.parse(url);
  if (target === null) return undefined;
  const headers = { location: target.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return new Response(null, { status, headers });
}
