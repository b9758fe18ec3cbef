import { readFileSync } from 'node:fs';
import { decodeText, NotText } from '@trickle/design/file-text';
import { replaceFile } from '@trickle/design/replacement';
import type { Server } from '../admin/server-control.ts';
import { fileError, UsageError } from './usage-error.ts';

export type Variables = Readonly<Record<string, string>>;

/** The variables that the SDK and the command `trickle` read, for the first account of a server. */
export async function variablesOf(server: Server, url: string): Promise<Variables> {
  const [
    {
      id,
      tokens: [token],
    } = { id: undefined, tokens: [] },
  ] = await server.accounts();
  return {
    TRICKLE_BASE_URL: url,
    ...(id !== undefined && { TRICKLE_ACCOUNT_ID: id }),
    ...(token !== undefined && { TRICKLE_API_KEY: token }),
  };
}

/** Writes variables to a file such as `.env`. Its other lines stay as they are. */
export async function writeEnvironment(file: string, variables: Variables): Promise<void> {
  try {
    // Only the owner may read a new file, since it contains a token.
    await replaceFile(file, withVariables(textOf(file), variables), 0o600);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof NotText) throw new UsageError(`--write-env ${file} ${error.message}`);
    throw fileError('--write-env', file, 'written', error);
  }
}

function textOf(file: string): string {
  try {
    return decodeText(readFileSync(file));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/** Sets variables in the text of a `.env` file: replaces their lines, and adds missing ones at the end. */
export function withVariables(text: string, variables: Variables): string {
  const end = /\r?\n/.exec(text)?.[0] ?? '\n';
  const missing = new Map(Object.entries(variables));
  const lines = text.split(/\r?\n/).map((line) => {
    const [, beginning = '', name = ''] = /^(\s*(?:export\s+)?(\w+)\s*=)/.exec(line) ?? [];
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined) return line;
    missing.delete(name);
    return beginning.trimEnd() + quoted(value);
  });
  const added = Array.from(missing, ([name, value]) => `${name}=${quoted(value)}`);
  if (added.length === 0) return lines.join(end);
  const kept = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  return [...kept, ...added, ''].join(end);
}

/** A value as programs and shells read it. Throws a `UsageError` for one that could begin another line. */
function quoted(value: string): string {
  if (/^[\w.:/@%+,=-]*$/.test(value)) return value;
  if (/[\p{Cc}']/u.test(value))
    throw new UsageError(
      `--write-env: ${JSON.stringify(value)} has a quote or a control character; change the seed`,
    );
  return `'${value}'`;
}
