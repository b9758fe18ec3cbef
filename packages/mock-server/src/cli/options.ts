import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { didYouMean } from '@trickle/sdk/contract';
import type { FaultInput } from '../fault-injection/rule.ts';
import { FaultError, validateFault } from '../fault-injection/validate-rule.ts';
import type { LimitSettings } from '../http/limits.ts';
import type { ListenOptions } from '../http/listen.ts';
import { trustedProxies } from '../http/trusted-proxies.ts';
import type { RetentionSettings } from '../request-log/log.ts';
import type { ServerOptions } from '../runtime-options.ts';
import type { Seed } from '../seed/schema.ts';
import type { ClockSettings } from '../world/server-clock.ts';
import { requestLines } from './request-line.ts';

export const usage = `Usage: trickle-server [options]

The reference server of the Trickle API.

Options:
  --port NUMBER            port to listen on; 0 for any free one (default 4100)
  --host ADDRESS           address to listen on (default 127.0.0.1)
  --db FILE                keep everything in this SQLite file (default: in memory)
  --seed FILE              JSON file with what the server holds to start with
  --limits LIST            'off', or limits an hour to change: individual=3600,batch=50,records=50000
  --time TIME              what time it is to begin with, as in 2026-03-06T12:00:00Z (default: as the machine)
  --speed NUMBER           how many times as fast as real time goes by
  --frozen                 let time stand still until it is moved by the admin API
  --faults FILE            JSON file with a list of faults to put in the way of requests, webhooks and emails
  --public-url URL         the server's address as its clients see it, behind a proxy
  --trust-proxy LIST       proxies whose X-Forwarded-For, -Host and -Proto are believed: addresses, networks such as
                           10.0.0.0/8, loopback, private
  --strict                 refuse requests that are not exact, instead of warning of them
  --ledger NUMBER          how many requests to each account are kept (default 10000)
  --smtp URL               a mail server that emails are sent on to, as in smtp://localhost:1025
  --webhook-timeout MS     milliseconds that a webhook's receiver has for its answer (default 10000)
  --admin-password SECRET  asked for by the admin API, which then answers other machines, too; the environment
                           variable TRICKLE_ADMIN_PASSWORD does the same
  --deny-private-targets   send no webhooks and content requests to private and loopback addresses
  --exit-with-parent       end when the process that started the server ends or closes its standard input, also when
                           npx or a shell stands between; --json implies it, --no-exit-with-parent turns it off
  --verbose                print each request to standard error: method, path, status, time and warnings
  --json                   print one line of JSON with the URL and the accounts, then nothing
  --help                   show this text
  --version                show the version

Without --seed there is one account, 9999999, with the token trickle_demo_token.
Logs go to standard error. Ctrl-C or SIGTERM stops the server once the requests and jobs under way are done, after
5 seconds at most; a second signal stops it at once.
`;

/** A usage error: one line on standard error and exit code 1. */
export class UsageError extends Error {}

const known = {
  port: { type: 'string', default: '4100' },
  host: { type: 'string', default: '127.0.0.1' },
  db: { type: 'string' },
  seed: { type: 'string' },
  limits: { type: 'string' },
  time: { type: 'string' },
  speed: { type: 'string' },
  frozen: { type: 'boolean', default: false },
  faults: { type: 'string' },
  'public-url': { type: 'string' },
  'trust-proxy': { type: 'string' },
  strict: { type: 'boolean', default: false },
  ledger: { type: 'string' },
  smtp: { type: 'string' },
  'webhook-timeout': { type: 'string' },
  'admin-password': { type: 'string' },
  'deny-private-targets': { type: 'boolean', default: false },
  'exit-with-parent': { type: 'boolean' },
  verbose: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const;

/** Parses the arguments. Throws a `UsageError` for unknown options. */
export function readOptions(args: readonly string[]) {
  const settings = { args: [...args], options: known, tokens: true, allowNegative: true } as const;
  const { tokens, values } = parseArgs({ ...settings, strict: false });
  for (const token of tokens) {
    if (token.kind === 'positional') throw new UsageError(`'${token.value}' is not an option; see --help`);
    if (token.kind === 'option') assertValidFlags(token);
  }
  // Without `strict`, a value may begin with a dash, as in `--port -1`. Each flag has been checked above.
  return values as ReturnType<typeof parseArgs<typeof settings & { strict: true }>>['values'];
}

const optionNames = Object.keys(known);

function assertValidFlags({
  name,
  rawName,
  value,
}: {
  name: string;
  rawName: string;
  value?: string | undefined;
}) {
  const option = Object.entries(known).find(([key]) => key === name)?.[1];
  const isNegative = rawName.startsWith('--no-');
  if (!option || (isNegative && option.type !== 'boolean')) {
    const hint = didYouMean(name, optionNames).replace('mean ', 'mean --') || '; see --help';
    throw new UsageError(`${rawName} is not an option${hint}`);
  }
  const isOption = value?.startsWith('--') && optionNames.includes(value.slice(2).split('=')[0] ?? '');
  if (option.type === 'string' && (!value || isOption)) {
    throw new UsageError(`${rawName} needs a value; see --help`);
  }
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
  return file === undefined ? undefined : (readJson('--seed', file) as Seed); // validated by `createServer`
}

function readJson(option: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')); // Windows editors add a byte order mark
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${option} ${file} is not JSON: ${error.message}`);
    throw new UsageError(`${option} ${file} cannot be read: ${reasonOf(error)}`);
  }
}

function readTime({ time, speed, frozen }: Options): ClockSettings | undefined {
  if (frozen && speed !== undefined) throw new UsageError('--frozen and --speed exclude each other');
  if (time === undefined && speed === undefined && !frozen) return undefined;
  if (time !== undefined && Number.isNaN(Date.parse(time))) {
    throw new UsageError(`--time takes ISO 8601, as in 2026-03-06T12:00:00Z, not '${time}'`);
  }
  const factor = Number(speed);
  if (speed !== undefined && !(speed.trim() !== '' && factor >= 0 && factor <= 1_000_000)) {
    throw new UsageError(`--speed takes a number from 0 to 1000000, not '${speed}'`);
  }
  return {
    ...(time !== undefined && { now: time }),
    ...(frozen ? { speed: 0 } : speed !== undefined && { speed: factor }),
  };
}

function readRetention(text: string | undefined): Partial<RetentionSettings> | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return { requests: Number(text) };
  throw new UsageError(`--ledger takes a number of requests from 1 on, not '${text}'`);
}

function readWebhooks(text: string | undefined): ServerOptions['webhooks'] {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,6}$/.test(text)) return { timeout: Number(text) };
  throw new UsageError(`--webhook-timeout takes milliseconds from 1 on, not '${text}'`);
}

function readSmtp(text: string | undefined): string | undefined {
  if (text === undefined || /^smtps?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new UsageError(`--smtp takes a URL as in smtp://localhost:1025, not '${text}'`);
}

function readPublicUrl(text: string | undefined): string | undefined {
  const url = text === undefined ? undefined : URL.parse(text);
  if (text === undefined || (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '')) {
    return text;
  }
  throw new UsageError(`--public-url takes a URL as in https://api.example, not '${text}'`);
}

function readProxies(text: string | undefined): readonly string[] | undefined {
  const proxies = text?.split(',').map((proxy) => proxy.trim());
  try {
    trustedProxies(proxies ?? []);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`--trust-proxy: ${error.message}`);
  }
  return proxies;
}

/** Reads faults from a file. Throws a `UsageError` with the index of an invalid fault. */
export function readFaults(file: string | undefined): FaultInput[] {
  if (file === undefined) return [];
  const faults = readJson('--faults', file);
  if (!Array.isArray(faults)) throw new UsageError(`--faults ${file} must hold a list of faults`);
  return faults.map((fault, index) => {
    try {
      return validateFault(fault);
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      throw new UsageError(`--faults ${file}: [${index}]: ${error.message}`);
    }
  });
}

export type Options = ReturnType<typeof readOptions>;

/** Converts arguments to server options. */
export const serverOptionsOf = (options: Options): ServerOptions => ({
  db: options.db,
  seed: readSeed(options.seed),
  limits: readLimits(options.limits),
  time: readTime(options),
  retention: readRetention(options.ledger),
  publicUrl: readPublicUrl(options['public-url']),
  trustProxy: readProxies(options['trust-proxy']),
  strict: options.strict,
  smtp: readSmtp(options.smtp),
  webhooks: readWebhooks(options['webhook-timeout']),
  denyPrivateTargets: options['deny-private-targets'],
  onRequest: options.verbose ? (request) => void process.stderr.write(requestLines(request)) : undefined,
  adminPassword: options['admin-password'] ?? process.env.TRICKLE_ADMIN_PASSWORD,
});

/** Converts arguments to listen options. */
export const listenOptionsOf = ({ port, host }: Options): ListenOptions => ({
  port: readPort(port),
  host,
  ownsProcess: true,
});

/** The first line of an error's message. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
