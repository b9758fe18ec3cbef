/**
 * A redirect to a URL that somebody stored. `Location` carries the URL in its normal form, which is plain ASCII without
 * line breaks, whatever the text holds. Undefined when the text is no absolute URL.
 */
export function redirectTo(url: string, status: 302 | 303): Response | undefined {
  const target = URL.parse(url);
  if (target === null) return undefined;
  const headers = { location: target.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return new Response(null, { status, headers });
}
