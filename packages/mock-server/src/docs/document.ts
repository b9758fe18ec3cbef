import { readFile } from 'node:fs/promises';

/** Written by `npm run docs:openapi`. */
const file = new URL('../../../../docs/openapi.json', import.meta.url);

/** Where the API is, according to the file. */
const WRITTEN_URL = 'http://localhost:4100';

/** The OpenAPI document with the server's own address in it, as JSON. */
export async function openApiAt(baseUrl: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  // It stands within strings of JSON, and may come from the request's Host header.
  const written = JSON.stringify(baseUrl).slice(1, -1);
  return text.replaceAll(WRITTEN_URL, () => written);
}
