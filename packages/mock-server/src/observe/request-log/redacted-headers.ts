import { isSecretName } from '../../shared/values/secret-names.ts';
import { redactedUrl } from './log.ts';

type HeaderSource = Headers | Readonly<Record<string, string>> | readonly string[];

/** Headers with the URL of another request, whose query can contain secrets. */
const URLS: ReadonlySet<string> = new Set(['location', 'referer']);

/** Headers by lower-case name, without credentials. The scheme of credentials stays. A list has names and values in turn. */
export function redactedHeaders(headers: HeaderSource): Record<string, string> {
  const redacted: Record<string, string> = Object.create(null);
  for (const [spelling, value] of pairsOf(headers)) {
    const name = spelling.toLowerCase();
    const text = shownValue(name, value);
    redacted[name] = name in redacted ? `${redacted[name]}, ${text}` : text;
  }
  return redacted;
}

export function pairsOf(headers: HeaderSource): Iterable<readonly [string, string]> {
  if (headers instanceof Headers) return headers;
  if (!isList(headers)) return Object.entries(headers);
  return headers.flatMap((name, i) => (i % 2 === 0 ? [[name, headers[i + 1] ?? '']] : []));
}

const isList = (headers: HeaderSource): headers is readonly string[] => Array.isArray(headers);

function shownValue(name: string, value: string): string {
  if (isSecretName(name)) return hidden(value);
  return URLS.has(name) ? redactedUrl(value) : value;
}

const hidden = (value: string) => `${/^(?:basic|bearer) /i.exec(value)?.[0] ?? ''}[redacted]`;
