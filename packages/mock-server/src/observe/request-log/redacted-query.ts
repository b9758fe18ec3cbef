import { isSecretName } from '../../shared/values/secret-names.ts';

/** A query without the values of secrets. Everything else stays as it was sent. */
// Unspecified: U-189
export function redactedQuery(query: string): string {
  if (query === '') return query;
  const parts = query.split('&').map((part) => {
    const equals = part.indexOf('=');
    return equals > 0 && isSecretName(nameOf(part)) ? `${part.slice(0, equals)}=[redacted]` : part;
  });
  return parts.join('&');
}

/** A URL with such a query. */
export const redactedUrl = (url: string): string =>
  url.replace(/\?[^#]*/, (query) => `?${redactedQuery(query.slice(1))}`);

const nameOf = (pair: string): string => new URLSearchParams(pair).keys().next().value ?? '';
