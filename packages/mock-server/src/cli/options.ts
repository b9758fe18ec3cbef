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
import { logLine } from './log-line.ts';
import { requestLines } from './request-line.ts';

/** The text of `--help`. */
export const usage = `Run the Trickle reference server.

Usage: trickle-server [flags]

Server:
  --port NUMBER            Port to listen on; 0 picks a free port (default 4100)
  --host ADDRESS           Address to listen on (default 127.0.0.1)
  --public-url URL         Public URL of the server, if it runs behind a proxy
  --trust-proxy LIST       Proxies whose X-Forwarded-For, -Host and -Proto headers are trusted: addresses, networks
                           such as 10.0.0.0/8, loopback, private
  --admin-password SECRET  Require a password for the admin API, and allow access from other machines; also read from
                           the environment variable TRICKLE_ADMIN_PASSWORD
  --deny-private-targets   Block webhooks and content requests to private and loopback addresses
  --drain MS               Milliseconds to keep accepting requests after a signal, while /readyz answers 503, so that a
                           proxy sends them to other servers first (default 0)
  --exit-with-parent       Stop when the parent process exits or closes standard input, even with npx or a shell in
                           between; implied by --json, disabled by --no-exit-with-parent

Data:
  --db FILE|URL            Store data in a SQLite file, or in a PostgreSQL database that several servers can share, as in
                           postgres://user:password@localhost:5432/trickle (default: in memory)
  --no-migrate             Reject a database of an older version instead of migrating it
  --seed FILE              Load initial data from a JSON file
  --ledger NUMBER          Number of requests to keep per account (default 10000)

Behavior:
  --limits LIST            'off', or hourly limits to override: individual=3600,batch=50,records=50000
  --strict                 Reject inexact requests instead of accepting them with warnings
  --faults FILE            Load faults from a JSON file
  --time TIME              Initial time, as in 2026-03-06T12:00:00Z (default: the machine's clock)
  --speed NUMBER           Clock speed relative to real time
  --frozen                 Stop the clock; move it with the admin API
  --smtp URL               Forward emails to an SMTP server, as in smtp://localhost:1025
  --webhook-timeout MS     Milliseconds to wait for a webhook receiver's response (default 10000)

Output:
  --log FORMAT             Log requests to standard error: 'text'; 'json', with internal errors, start and stop, one
                           object a line, without secrets; or 'off' (the default)
  --verbose                The same as --log text: time, method, path, status, duration, warnings
  --metrics                Answer GET /metrics with metrics for Prometheus, with the access rules of the admin API
  --json                   Print the URL and the accounts as one line of JSON
  --help                   Show help
  --version                Show the version

Without --seed, the server has one account, 9999999, with the token trickle_demo_token.

GET /healthz answers while the process runs, GET /readyz while it can take requests.

SIGINT (Ctrl-C) or SIGTERM stops the server after requests and jobs in progress, within 5 seconds. A second signal
stops it immediately.
`;

/** A usage error: one line on standard error and exit code 1. */
export class UsageError extends Error {}

const known = {
  port: { type: 'string', default: '4100' },
  host: { type: 'string', default: '127.0.0.1' },
  db: { type: 'string' },
  'no-migrate': { type: 'boolean', default: false },
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
  drain: { type: 'string' },
  'exit-with-parent': { type: 'boolean' },
  log: { type: 'string' },
  metrics: { type: 'boolean', default: false },
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
    if (token.kind === 'positional') throw new UsageError(`unknown argument '${token.value}'; see --help`);
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
    throw new UsageError(`unknown flag ${rawName}${hint}`);
  }
  const isOption = value?.startsWith('--') && optionNames.includes(value.slice(2).split('=')[0] ?? '');
  if (option.type === 'string' && (!value || isOption)) {
    throw new UsageError(`${rawName} requires a value; see --help`);
  }
  if (option.type === 'boolean' && value !== undefined)
    throw new UsageError(`${rawName} does not take a value`);
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError(`--port must be a number from 0 to 65535, not '${text}'`);
  return port;
}

function readLimits(text: string | undefined): Partial<LimitSettings> | false | undefined {
  if (text === undefined) return undefined;
  if (text === 'off') return false;
  const pairs = text.split(',').map((pair) => /^(individual|batch|records)=(\d{1,15})$/.exec(pair));
  if (pairs.every((pair) => pair !== null)) {
    return Object.fromEntries(pairs.map(([, name, count]) => [name, Number(count)]));
  }
  throw new UsageError(`--limits must be 'off' or a list such as individual=100,batch=5, not '${text}'`);
}

function readSeed(file: string | undefined): Seed | undefined {
  return file === undefined ? undefined : (readJson('--seed', file) as Seed); // validated by `createServer`
}

function readJson(option: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')); // Windows editors add a byte order mark
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${option} ${file} is not JSON: ${error.message}`);
    throw new UsageError(`${option} ${file} could not be read: ${reasonOf(error)}`);
  }
}

function readTime({ time, speed, frozen }: Options): ClockSettings | undefined {
  if (frozen && speed !== undefined) throw new UsageError('--frozen and --speed cannot be used together');
  if (time === undefined && speed === undefined && !frozen) return undefined;
  if (time !== undefined && Number.isNaN(Date.parse(time))) {
    throw new UsageError(`--time must be ISO 8601, as in 2026-03-06T12:00:00Z, not '${time}'`);
  }
  const factor = Number(speed);
  if (speed !== undefined && !(speed.trim() !== '' && factor >= 0 && factor <= 1_000_000)) {
    throw new UsageError(`--speed must be a number from 0 to 1000000, not '${speed}'`);
  }
  return {
    ...(time !== undefined && { now: time }),
    ...(frozen ? { speed: 0 } : speed !== undefined && { speed: factor }),
  };
}

function readRetention(text: string | undefined): Partial<RetentionSettings> | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return { requests: Number(text) };
  throw new UsageError(`--ledger must be a number of requests, at least 1, not '${text}'`);
}

function readWebhooks(text: string | undefined): ServerOptions['webhooks'] {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,6}$/.test(text)) return { timeout: Number(text) };
  throw new UsageError(`--webhook-timeout must be a number of milliseconds, at least 1, not '${text}'`);
}

/** Reads the milliseconds of `--drain`. */
export function readDrain({ drain }: Options): number {
  if (drain === undefined) return 0;
  if (/^\d{1,6}$/.test(drain)) return Number(drain);
  throw new UsageError(`--drain must be a number of milliseconds, not '${drain}'`);
}

/** Reads the format of the log. */
export function readLogFormat({ log, verbose }: Options): 'json' | 'text' | 'off' {
  if (log === undefined) return verbose ? 'text' : 'off';
  if (log !== 'json' && log !== 'text' && log !== 'off') {
    throw new UsageError(`--log must be 'json', 'text' or 'off', not '${log}'`);
  }
  if (verbose && log !== 'text') throw new UsageError(`--verbose and --log ${log} cannot be used together`);
  return log;
}

/** The options that write the log to standard error. */
function logOptionsOf(options: Options): Pick<ServerOptions, 'log' | 'onRequest'> {
  const write = (text: string) => void process.stderr.write(text);
  const format = readLogFormat(options);
  if (format === 'json') return { log: (entry) => write(logLine(entry)) };
  return format === 'text' ? { onRequest: (request) => write(requestLines(request)) } : {};
}

function readSmtp(text: string | undefined): string | undefined {
  if (text === undefined || /^smtps?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new UsageError(`--smtp must be a URL such as smtp://localhost:1025, not '${text}'`);
}

function readPublicUrl(text: string | undefined): string | undefined {
  const url = text === undefined ? undefined : URL.parse(text);
  if (text === undefined || (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '')) {
    return text;
  }
  throw new UsageError(`--public-url must be a URL such as https://api.example, not '${text}'`);
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
  if (!Array.isArray(faults)) throw new UsageError(`--faults ${file} must contain a list of faults`);
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
  migrate: !options['no-migrate'],
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
  metrics: options.metrics,
  ...logOptionsOf(options),
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
