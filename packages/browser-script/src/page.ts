import { json } from './json.ts';

let zone: string | undefined;

/** The Olson name of the browser's time zone; empty where it cannot be told. The first time it takes 10 to 200 ms. */
export function timeZone(): string {
  try {
    zone = zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  } catch {
    // The server has a default.
  }
  return zone ?? '';
}

/** The page as the server is told of it, in JSON. */
export function describePage(): string {
  const { title, referrer } = document;
  return json({ url: location.href, title, referrer }) ?? '{}';
}
