import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createServer, type Seed } from '@trickle/mock-server';
import { onTestFinished } from 'vitest';
import { onPort, temporaryFolder } from './command.ts';

/** The reference server on a port, with the variables that reach it. */
export async function serving(seed: Seed) {
  const server = await createServer({ seed });
  onTestFinished(() => server.close());
  const url = await server.listen();
  const [
    {
      tokens: [token = ''],
    } = { tokens: [] },
  ] = await server.accounts();
  const env = { TRICKLE_BASE_URL: url, TRICKLE_API_KEY: token, TRICKLE_ACCOUNT_ID: '9999999' };
  return { server, env };
}

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

/** The proxy's own response; undefined to forward the request. */
export type Answer = readonly [status: number, body: string, headers?: Readonly<Record<string, string>>];

/** A proxy in front of the reference server that answers some paths itself, and records requests and responses. */
export async function inFrontOf<Env extends { readonly TRICKLE_BASE_URL: string }>(
  env: Env,
  answer: (path: string) => Answer | undefined | Promise<Answer | undefined>,
) {
  const paths: string[] = [];
  const bodies: string[] = [];
  const respond = async ({ url: path = '', headers }: IncomingMessage, response: ServerResponse) => {
    const { authorization = '' } = headers;
    const [status, body, extra] =
      (await answer(path)) ?? (await behind(env.TRICKLE_BASE_URL + path, authorization));
    bodies.push(body);
    response.writeHead(status, { 'content-type': 'application/json', ...extra }).end(body);
  };
  const url = await onPort((request, response) => {
    paths.push(request.url ?? '');
    respond(request, response).catch((error: unknown) => {
      response.destroy(); // the test fails at once instead of waiting
      throw error;
    });
  });
  return { env: { ...env, TRICKLE_BASE_URL: url }, paths, bodies };
}

async function behind(url: string, authorization: string): Promise<Answer> {
  const response = await fetch(url, { headers: { authorization } });
  return [response.status, await response.text()];
}
