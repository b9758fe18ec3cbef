import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { decodeText, NotText } from '@trickle/design/file-text';
import { repeatedMemberIn } from '@trickle/design/repeated-member';
import { type Screen, screenOf } from '@trickle/design/terminal';
import { didYouMean } from '@trickle/sdk/contract';
import type { State } from '../admin/checkpoints/read-state.ts';
import { withSnakeNames } from '../admin/wire.ts';
import { trustedProxies } from '../api/http/address.ts';
import type { LimitSettings } from '../api/http/limits.ts';
import type { ListenOptions } from '../api/http/port.ts';
import type { ClockSettings } from '../domain/context/services.ts';
import { FaultError, type FaultInput, validateFault } from '../faults/rule.ts';
import type { RetentionSettings } from '../observe/request-log/log.ts';
import type { ServerOptions } from '../options.ts';
import { isFolder, readSeedFolder } from '../seed/read-seed.ts';
import type { Seed } from '../seed/schema.ts';
import { isLoopbackName } from '../shared/values/ip-address.ts';
import { parseStored } from '../shared/values/json.ts';
import { timeFrom } from '../shared/values/time.ts';
import { flags } from './flags.ts';
import { requestLines } from './request-line.ts';
import { fileError, UsageError } from './usage-error.ts';

/** The commands besides starting a server. */
const COMMANDS = ['exec', 'init'] as const;

export interface CommandLine {
  readonly command: (typeof COMMANDS)[number] | 'serve';
  readonly options: Options;
  /** The words after the command: the file of `init`. */
  readonly words: readonly string[];
  /** The words after `--`: what `exec` runs. */
  readonly program: readonly string[];
}

/** Parses the arguments. Throws a `UsageError` for unknown flags and commands. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const end = args.indexOf('--');
  const program = end < 0 ? [] : args.slice(end + 1);
  const { tokens, options } = parse(end < 0 ? args : args.slice(0, end));
  const [first, ...words] = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const command = COMMANDS.find((name) => name === first) ?? 'serve';
  if (command === 'exec' && words.length > 0) {
    throw new UsageError(`put -- before the command: trickle-server exec -- ${words.join(' ')}`);
  }
  const rest = command === 'serve' ? [first, ...words, ...program] : words;
  const unknown = rest.filter((word) => word !== undefined)[command === 'init' ? 1 : 0];
  if (unknown !== undefined) throw new UsageError(`unknown argument '${unknown}'; see --help`);
  if (command === 'init' && program[0] !== undefined) {
    throw new UsageError(`unknown argument '${program[0]}'; see --help`);
  }
  return { command, options, words, program };
}

function parse(args: readonly string[]) {
  const settings = { args: [...args], options: flags, tokens: true, allowNegative: true } as const;
  const { tokens, values } = parseArgs({ ...settings, strict: false });
  for (const token of tokens) if (token.kind === 'option') assertValidFlag(token);
  // Without `strict`, a value may begin with a dash, as in `--port -1`. Each flag has been checked above.
  const options = values as ReturnType<typeof parseArgs<typeof settings & { strict: true }>>['values'];
  return { tokens, options };
}

const flagNames = Object.keys(flags);

interface FlagToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
}

function assertValidFlag({ name, rawName, value }: FlagToken) {
  const flag = Object.entries(flags).find(([key]) => key === name)?.[1];
  const isNegative = rawName.startsWith('--no-');
  if (!flag || (isNegative && flag.type !== 'boolean')) {
    const hint = didYouMean(name, flagNames).replace('mean ', 'mean --') || '; see --help';
    throw new UsageError(`unknown flag ${rawName}${hint}`);
  }
  const isFlag = value?.startsWith('--') && flagNames.includes(value.slice(2).split('=')[0] ?? '');
  if (flag.type === 'string' && (!value || isFlag)) {
    throw new UsageError(`${rawName} requires a value; see --help`);
  }
  if (flag.type === 'boolean' && value !== undefined)
    throw new UsageError(`${rawName} does not take a value`);
}

/** Reads digits that match a pattern, up to a maximum. */
function readNumber(text: string, pattern: RegExp, wanted: string, maximum = Infinity): number {
  if (pattern.test(text) && Number(text) <= maximum) return Number(text);
  throw new UsageError(`${wanted}, not '${text}'`);
}

const readPort = (text: string) =>
  readNumber(text, /^\d{1,5}$/, '--port must be a number from 0 to 65535', 65_535);

function readLimits(text: string | undefined): Partial<LimitSettings> | false | undefined {
  if (text === undefined) return undefined;
  if (text === 'off') return false;
  const pairs = text.split(',').map((pair) => /^(individual|batch|records)=(\d{1,15})$/.exec(pair));
  if (pairs.every((pair) => pair !== null)) {
    return Object.fromEntries(pairs.map(([, name, count]) => [name, Number(count)]));
  }
  throw new UsageError(`--limits must be 'off' or a list such as individual=100,batch=5, not '${text}'`);
}

/** The seed that is found by its name. */
export const SEED_FILE = 'trickle-seed.json';

/** The seed of `--demo`. */
const DEMO_FILE = fileURLToPath(new URL('../../demo-seed.json', import.meta.url));

/** The file of the seed: the one of the option, or the one with the usual name in the current folder. */
export function seedFileOf({ demo, seed, state }: Options): string | undefined {
  if (demo) return DEMO_FILE;
  return seed ?? (state === undefined && existsSync(SEED_FILE) ? SEED_FILE : undefined);
}

/** The flag that lets other machines reach the server, if one does. */
export function openingOf({ host, 'public-url': publicUrl }: Options): string | undefined {
  if (!isLoopbackName(host)) return `--host ${host}`;
  const name = publicUrl === undefined ? undefined : URL.parse(publicUrl)?.hostname;
  return name === undefined || isLoopbackName(name) ? undefined : `--public-url ${publicUrl}`;
}

function assertDemoIsUsable(options: Options): void {
  const other = (['seed', 'state'] as const).find((name) => options[name] !== undefined);
  if (other !== undefined) throw new UsageError(`--demo and --${other} cannot be used together`);
  const opening = openingOf(options);
  if (opening === undefined) return;
  throw new UsageError(`everybody knows the tokens of --demo: use --seed with ${opening}`);
}

function readSeed(options: Options): Seed | undefined {
  if (options.demo) assertDemoIsUsable(options);
  const file = seedFileOf(options);
  if (file !== undefined && isFolder(file)) return readSeedFolder(file);
  return file === undefined ? undefined : (readJson('--seed', file) as Seed); // validated by `createServer`
}

function readJson(option: string, file: string): unknown {
  try {
    // A repository can contain a link to a device that never ends. Pipes are for programs that make a seed.
    const stats = statSync(file);
    if (!stats.isFile() && !stats.isFIFO()) throw new UsageError(`${option} ${file} is not a file`);
    const text = decodeText(readFileSync(file));
    const value = parseStored(text);
    const repeated = repeatedMemberIn(text);
    if (repeated) throw new UsageError(`${option} ${file}, ${repeated.message}`);
    return value;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof NotText) throw new UsageError(`${option} ${file} ${error.message}`);
    if (error instanceof SyntaxError) throw new UsageError(`${option} ${file} is not JSON: ${error.message}`);
    throw fileError(option, file, 'read', error);
  }
}

function readTime({ time, speed, frozen }: Options): ClockSettings | undefined {
  if (frozen && speed !== undefined) throw new UsageError('--frozen and --speed cannot be used together');
  if (time === undefined && speed === undefined && !frozen) return undefined;
  if (time !== undefined && Number.isNaN(timeFrom(time))) {
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
  const wanted = '--ledger must be a number of requests, at least 1';
  return { requests: readNumber(text, /^[1-9]\d{0,8}$/, wanted) };
}

function readWebhooks(text: string | undefined): ServerOptions['webhooks'] {
  if (text === undefined) return undefined;
  const wanted = '--webhook-timeout must be a number of milliseconds, at least 1';
  return { timeout: readNumber(text, /^[1-9]\d{0,6}$/, wanted) };
}

export const readDrain = ({ drain = '0' }: Options): number =>
  readNumber(drain, /^\d{1,6}$/, '--drain must be a number of milliseconds');

export function readLogFormat({ log, verbose }: Options): 'json' | 'text' | 'off' {
  if (log === undefined) return verbose ? 'text' : 'off';
  if (log !== 'json' && log !== 'text' && log !== 'off') {
    throw new UsageError(`--log must be 'json', 'text' or 'off', not '${log}'`);
  }
  if (verbose && log !== 'text') throw new UsageError(`--verbose and --log ${log} cannot be used together`);
  return log;
}

/** The abilities of the reader of a stream. */
export const screenFor = ({ color }: Options, stream: NodeJS.WriteStream): Screen =>
  screenOf({ ...process.env, ...(!color && { NO_COLOR: '1' }) }, stream);

/** The options that write the log to standard error. `urlOf` gives the public URL, once the server has one. */
function logOptionsOf(
  options: Options,
  urlOf: () => string | undefined,
): Pick<ServerOptions, 'log' | 'onRequest'> {
  const write = (text: string) => void process.stderr.write(text);
  const format = readLogFormat(options);
  if (format === 'json') return { log: (entry) => write(`${JSON.stringify(withSnakeNames(entry))}\n`) };
  if (format === 'off') return {};
  const screen = screenFor(options, process.stderr);
  return { onRequest: (request) => write(requestLines(request, urlOf(), screen)) };
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

/** Reads an exported state from a file. The server checks it. */
export function readState({ state, seed, db }: Options): State | undefined {
  if (state === undefined) return undefined;
  if (seed !== undefined) throw new UsageError('--state cannot be used with --seed: a state is complete');
  if (db !== undefined)
    throw new UsageError('--state cannot be used with --db: a state would replace the database');
  return readJson('--state', state) as State; // checked by `importState`
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

export type Options = ReturnType<typeof parse>['options'];

/** Converts arguments to server options. `urlOf` gives the public URL, once the server has one. */
export const serverOptionsOf = (options: Options, urlOf: () => string | undefined): ServerOptions => ({
  db: options.db,
  migrate: options.migrate,
  seed: readSeed(options),
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
  ...logOptionsOf(options, urlOf),
  adminPassword: adminPasswordOf(options),
});

/** The password of the admin API. Empty or undefined: none. */
export const adminPasswordOf = (options: Options): string | undefined =>
  options['admin-password'] ?? process.env.TRICKLE_ADMIN_PASSWORD;

export const listenOptionsOf = ({ port, host }: Options, usualPort: number): ListenOptions => ({
  port: port === undefined ? usualPort : readPort(port),
  host,
  ownsProcess: true,
});
