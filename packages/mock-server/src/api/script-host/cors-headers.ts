import type { Context as Http } from 'hono';

/**
 * Headers for responses without personal data. Always sent, because such responses are cached and shared. A page with
 * `Cross-Origin-Embedder-Policy: require-corp` loads a script without the attribute `crossorigin` only with the second one.
 */
export const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** CORS headers that let the requesting page read the response, with credentials if it sends them. */
export function corsHeaders(http: Http): Record<string, string> {
  const origin = http.req.header('origin');
  if (origin === undefined) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'Retry-After',
    vary: 'origin',
  };
}
