import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fetch } from '@trickle/sdk';
import { temporaryFolder } from './command.ts';

/** A path for a new copy. */
export const place = async () => join(await temporaryFolder(), 'copy');

/** All files of a folder by their paths. */
export async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return Object.fromEntries(
    files.map((file, i) => [file.slice(folder.length + 1), texts[i] ?? '']).toSorted(),
  );
}

/** A response; undefined to forward the request. */
export type Answer = readonly [status: number, body: string];

/** A service that answers some paths itself, and forwards other requests. Records requests and responses. */
export function inFrontOf(
  send: Fetch,
  answer: (path: string) => Answer | undefined | Promise<Answer | undefined>,
) {
  const paths: string[] = [];
  const bodies: string[] = [];
  const fetch: Fetch = async (request) => {
    const { pathname, search } = new URL(request.url);
    paths.push(pathname + search);
    const answered = await answer(pathname + search);
    const response = answered
      ? new Response(answered[1], { status: answered[0], headers: { 'content-type': 'application/json' } })
      : await send(request);
    bodies.push(await response.clone().text());
    return response;
  };
  return { fetch, paths, bodies };
}
