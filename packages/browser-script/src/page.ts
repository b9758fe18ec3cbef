import { json } from './json.ts';

let timeZone: string | undefined;

/** The page as the server is told of it, in JSON. */
export function describePage(): string {
  try {
    timeZone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  } catch {
    // The server has a default.
  }
  const { title, referrer } = document;
  return json({ url: location.href, title, referrer, time_zone: timeZone }) ?? '{}';
}
