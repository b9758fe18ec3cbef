import { buffer } from 'node:stream/consumers';
import { styled, visibleLine } from '@trickle/design/terminal';
import { type Client, createClient, type User } from '@trickle/sdk';
import { type Config, configExists, configPath, writeConfigFile } from '../connection/config-file.ts';
import { overridesOf, settingOf } from '../connection/connection.ts';
import { decoded } from '../files/read-file.ts';
import type { Context } from '../terminal/context.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { ask, canAsk } from '../terminal/prompt.ts';
import { waysToSet } from '../terminal/settings.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface TypedLogin extends Context {
  readonly options: { readonly withToken: boolean; readonly force: boolean };
}

/** Checks the credentials by asking the service for the user and the accounts, and writes the config file. */
export async function run(options: TypedLogin['options'], context: Context): Promise<void> {
  const typed = { ...context, options };
  const { terminal } = context;
  const { env } = terminal.io;
  const config = configPath(env);
  await assertReplaceable(config, typed);
  const baseUrl = await baseUrlOf(typed);
  const credentials = await credentialsOf(typed);
  const client = createClient({ ...credentials, baseUrl, fetch: terminal.io.fetch });
  const user = await client.user.get();
  const accountId = await accountOf(client, typed);
  await writeConfigFile(config, { baseUrl, accountId, ...credentials });
  await printLogin(terminal, { config, baseUrl, accountId, user });
}

/** Asks before replacing a config file; without a terminal, refuses. */
async function assertReplaceable(config: string, { options, terminal }: TypedLogin): Promise<void> {
  if (options.force || !(await configExists(config))) return;
  if (!canAsk(terminal.io) || options.withToken) {
    throw new UsageError(`${config} exists. To replace it, use --force; to remove it, trickle logout.`);
  }
  const answer = await ask(terminal.io, `${config} exists. Replace it? [y/N] `);
  if (!/^y(es)?$/i.test(answer)) throw new UsageError(`${config} was not changed.`);
}

async function baseUrlOf({ globals, terminal }: TypedLogin): Promise<string> {
  const setting = settingOf('baseUrl', globals, terminal.io.env);
  const url = setting ?? (canAsk(terminal.io) ? await ask(terminal.io, 'URL of the service: ') : undefined);
  if (url === undefined) throw new UsageError(`No base URL. Set ${waysToSet('baseUrl')}.`);
  if (URL.canParse(url) && /^https?:/.test(url)) return url;
  throw new UsageError(`The base URL must be a URL such as http://127.0.0.1:4100, not '${url}'.`);
}

/** Credentials from the options, standard input or a prompt. Credentials in the environment work without a login. */
async function credentialsOf({
  options,
  globals,
  terminal,
}: TypedLogin): Promise<Pick<Config, 'apiKey'> | Pick<Config, 'accessToken'>> {
  const { apiKey, accessToken } = globals;
  if (options.withToken) {
    if (apiKey ?? accessToken)
      throw new UsageError('--with-token cannot be used with --api-key or --access-token.');
    return { apiKey: await readKey(terminal.io.stdin) };
  }
  if (apiKey) return { apiKey };
  if (accessToken) return { accessToken };
  if (canAsk(terminal.io)) {
    const key = await ask(terminal.io, 'API key (not shown): ', { isHidden: true });
    if (key !== '') return { apiKey: key };
  }
  throw new UsageError(
    'No API key. Pass it to standard input with --with-token, or run trickle login on a terminal.',
  );
}

async function readKey(stdin: NodeJS.ReadableStream): Promise<string> {
  const key = decoded(await buffer(stdin), 'Standard input').trim();
  if (key === '') throw new UsageError('--with-token: standard input is empty.');
  if (/\s/.test(key)) throw new UsageError('--with-token: standard input must be one key, without spaces.');
  return key;
}

/** The account: from the options or the environment, the only one, or the user's choice. It must belong to the user. */
async function accountOf(client: Client, { globals, terminal }: TypedLogin): Promise<string> {
  const accounts = await client.accounts.list();
  const list = accounts.map(({ id, name }) => visibleLine(`${id}  ${name}`)).join('\n');
  const setting = settingOf('account', globals, terminal.io.env);
  const [only, ...others] = accounts;
  if (!only) throw new UsageError('These credentials cannot access any account.');
  if (setting === undefined && others.length === 0) return only.id;
  if (setting === undefined && !canAsk(terminal.io)) {
    throw new UsageError(`Several accounts are available. Choose one with --account:\n${list}`);
  }
  if (setting === undefined) terminal.note(`Several accounts are available:\n${list}`);
  const id = setting ?? (await ask(terminal.io, 'Account: '));
  if (accounts.some((account) => account.id === id)) return id;
  throw new UsageError(`These credentials cannot access account '${id}', but:\n${list}`);
}

async function printLogin(
  terminal: Terminal,
  login: {
    readonly config: string;
    readonly baseUrl: string;
    readonly accountId: string;
    readonly user: User;
  },
): Promise<void> {
  const { config, baseUrl, accountId, user } = login;
  if (terminal.isJson) await terminal.json(login);
  else {
    terminal.note([
      styled('green', 'Logged in'),
      ` as ${visibleLine(`${user.name} <${user.email}>`)}, account ${visibleLine(accountId)} at ${visibleLine(baseUrl)}.`,
    ]);
    terminal.note(`Wrote ${config}.`);
  }
  const overriding = overridesOf(terminal.io.env);
  if (overriding.length > 0) {
    terminal.complain(`The environment overrides the config file: ${overriding.join(', ')}.`);
  }
}
