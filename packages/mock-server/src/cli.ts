import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { didYouMean } from '@trickle/sdk/contract';
import type { LimitSettings } from './http/limits.ts';
import type { Seed } from './seed/schema.ts';
import { SeedError } from './seed/validate.ts';
import { createServer, type Server } from './server.ts';
import { DatabaseVersionError } from './store/sqlite.ts';

const usage = `Usage: trickle-server [options]

The reference server of the Trickle API.

Options:
  --port NUMBER   port to listen on; 0 for any free one (default 4100)
  --host ADDRESS  address to listen on (default 127.0.0.1)
  --db FILE       keep everything in this SQLite file (default: in memory)
  --seed FILE     JSON file with what the server holds to start with
  --limits LIST   'off', or limits an hour to change: individual=3600,batch=50,records=50000
  --json          print one line of JSON with the URL and the accounts, then nothing
  --help          show this text
  --version       show the version

Without --seed there is one account, 9999999, with the token trickle_demo_token.
Logs go to standard error. Ctrl-C stops the server.
`;

/** A mistake of the caller: one line on standard error and exit code 1. */
class UsageError extends Error {}

/** Runs the command line; resolves once the server listens, or the text is shown. */
export async function main(args: readonly string[] = process.argv.slice(2)): Promise<void> {
  try {
    await run(args);
  } catch (error) {
    const line = explain(error);
    if (line === undefined) throw error;
    process.stderr.write(`trickle-server: ${line}\n`);
    process.exitCode = 1;
  }
}

async function run(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options.help) return void process.stdout.write(usage);
  if (options.version) return void process.stdout.write(`${version()}\n`);
  const port = readPort(options.port);
  const server = await createServer({
    db: options.db,
    seed: readSeed(options.seed),
    limits: readLimits(options.limits),
  });
  try {
    const url = await server.listen({ port, host: options.host, ownsProcess: true });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
    await announce(server, url, options.json);
  } catch (error) {
    await server.close();
    throw error;
  }
}

const known = {
  port: { type: 'string', default: '4100' },
  host: { type: 'string', default: '127.0.0.1' },
  db: { type: 'string' },
  seed: { type: 'string' },
  limits: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const;

function readOptions(args: readonly string[]) {
  const { tokens } = parseArgs({ args: [...args], options: known, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional') throw new UsageError(`'${token.value}' is not an option; see --help`);
    if (token.kind === 'option') refuseMistake(token);
  }
  return parseArgs({ args: [...args], options: known }).values;
}

function refuseMistake({
  name,
  rawName,
  value,
}: {
  name: string;
  rawName: string;
  value?: string | undefined;
}) {
  const option = Object.entries(known).find(([key]) => key === name)?.[1];
  if (!option) {
    const hint = didYouMean(name, Object.keys(known)).replace('mean ', 'mean --') || '; see --help';
    throw new UsageError(`${rawName} is not an option${hint}`);
  }
  if (option.type === 'string' && !value) throw new UsageError(`${rawName} needs a value; see --help`);
  if (option.type === 'boolean' && value !== undefined) throw new UsageError(`${rawName} takes no value`);
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError(`--port takes a number from 0 to 65535, not '${text}'`);
  return port;
}

function readLimits(text: string | undefined): Partial<LimitSettings> | false | undefined {
  if (text === undefined) return undefined;
  if (text === 'off') return false;
  const pairs = text.split(',').map((pair) => /^(individual|batch|records)=(\d{1,15})$/.exec(pair));
  if (pairs.every((pair) => pair !== null)) {
    return Object.fromEntries(pairs.map(([, name, count]) => [name, Number(count)]));
  }
  throw new UsageError(`--limits takes 'off' or a list like individual=100,batch=5, not '${text}'`);
}

function readSeed(file: string | undefined): Seed | undefined {
  if (file === undefined) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Seed; // createServer validates it
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`--seed ${file} is not JSON: ${error.message}`);
    throw new UsageError(`--seed ${file} cannot be read: ${reasonOf(error)}`);
  }
}

const version = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

async function announce(server: Server, url: string, asJson: boolean): Promise<void> {
  const accounts = await server.accounts();
  if (asJson) {
    process.stdout.write(`${JSON.stringify({ url, accounts })}\n`);
    return;
  }
  process.stdout.write(`Trickle reference server: ${url}\n`);
  for (const { id, tokens } of accounts) process.stdout.write(`Account ${id}: token ${tokens.join(', ')}\n`);
  process.stdout.write(`Demo page: ${url}/demo\n`);
  for (const id of server.passedOver) {
    process.stderr.write(`Account ${id} is in the database already; the seed left it as it is.\n`);
  }
}

/** The line to show for an error that the caller can mend; undefined for a fault of this program. */
function explain(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message;
  if (error instanceof DatabaseVersionError) return `--db cannot be used: ${error.message}`;
  if (error instanceof SeedError) return `--seed: ${error.message}`;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `${reasonOf(error)}; choose another port with --port, or 0 for any free one`;
    case 'EACCES':
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `cannot listen: ${reasonOf(error)}`;
    case 'ERR_SQLITE_ERROR':
      return `--db cannot be used: ${reasonOf(error)}`;
    default:
      return undefined;
  }
}

const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
