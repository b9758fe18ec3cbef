/** A flag of the command. */
interface Flag {
  readonly type: 'string' | 'boolean';
  /** The name of the value in the help. */
  readonly value?: string;
  readonly short?: string;
  /** A boolean flag that is true by default is shown, and given, with the prefix `no-`. */
  readonly default?: string | boolean;
  readonly help: string;
}

/** All flags by group, in the order of the help. Parsing and the help are derived from it. */
const groups = {
  Server: {
    port: {
      type: 'string',
      value: 'NUMBER',
      help: 'Port to listen on; 0 picks a free port (default 4100; with exec, a free port)',
    },
    host: {
      type: 'string',
      value: 'ADDRESS',
      default: '127.0.0.1',
      help: 'Address to listen on (default 127.0.0.1)',
    },
    'public-url': {
      type: 'string',
      value: 'URL',
      help: 'Public URL of the server, if it runs behind a proxy',
    },
    'trust-proxy': {
      type: 'string',
      value: 'LIST',
      help: 'Proxies whose X-Forwarded-For, -Host and -Proto headers are trusted: addresses, networks such as 10.0.0.0/8, loopback, private',
    },
    'admin-password': {
      type: 'string',
      value: 'SECRET',
      help: 'Require a password for the admin API, or the API key of an account for this account, and allow access from other machines; also read from the environment variable TRICKLE_ADMIN_PASSWORD',
    },
    'deny-private-targets': {
      type: 'boolean',
      default: false,
      help: 'Block webhooks and content requests to private and loopback addresses',
    },
    drain: {
      type: 'string',
      value: 'MS',
      help: 'Milliseconds to keep accepting requests after a signal, while /readyz answers 503, so that a proxy sends them to other servers first (default 0)',
    },
    'exit-with-parent': {
      type: 'boolean',
      help: 'Stop when the parent process exits or closes standard input, even with npx or a shell in between; implied by --json, disabled by --no-exit-with-parent',
    },
  },
  Data: {
    db: {
      type: 'string',
      value: 'FILE|URL',
      help: 'Store data in a SQLite file, or in a PostgreSQL database that several servers can share, as in postgres://user:password@localhost:5432/trickle (default: in memory)',
    },
    migrate: {
      type: 'boolean',
      default: true,
      help: 'Reject a database of an older version instead of migrating it',
    },
    seed: {
      type: 'string',
      value: 'PATH',
      help: 'Load initial data from a JSON file, or from a folder of trickle pull (default: trickle-seed.json, if it exists)',
    },
    demo: {
      type: 'boolean',
      default: false,
      help: 'Start with the data of a shop that sells coffee: subscribers, campaigns, workflows, forms',
    },
    state: {
      type: 'string',
      value: 'FILE',
      help: 'Start with an exported state, in memory, instead of a seed',
    },
    'export-on-exit': {
      type: 'string',
      value: 'FILE',
      help: 'Write the state, including secrets, to a JSON file when the server stops',
    },
    ledger: {
      type: 'string',
      value: 'NUMBER',
      help: 'Number of requests to keep per account (default 10000)',
    },
  },
  Behavior: {
    limits: {
      type: 'string',
      value: 'LIST',
      help: "'off', or hourly limits to override: individual=3600,batch=50,records=50000",
    },
    strict: {
      type: 'boolean',
      default: false,
      help: 'Reject inexact requests instead of accepting them with warnings',
    },
    faults: { type: 'string', value: 'FILE', help: 'Load faults from a JSON file' },
    time: {
      type: 'string',
      value: 'TIME',
      help: "Initial time, as in 2026-03-06T12:00:00Z (default: the machine's clock)",
    },
    speed: { type: 'string', value: 'NUMBER', help: 'Clock speed relative to real time' },
    frozen: { type: 'boolean', default: false, help: 'Stop the clock; move it with the admin API' },
    smtp: {
      type: 'string',
      value: 'URL',
      help: 'Forward emails to an SMTP server, as in smtp://localhost:1025',
    },
    'webhook-timeout': {
      type: 'string',
      value: 'MS',
      help: "Milliseconds to wait for a webhook receiver's response (default 10000)",
    },
  },
  Output: {
    log: {
      type: 'string',
      value: 'FORMAT',
      help: "Log requests to standard error: 'text'; 'json', with internal errors, start and stop, one object a line, without secrets; or 'off' (the default)",
    },
    verbose: {
      type: 'boolean',
      default: false,
      help: "The same as --log text: time, method, status, duration, path, the request's page in the inspector, warnings",
    },
    metrics: {
      type: 'boolean',
      default: false,
      help: 'Answer GET /metrics with metrics for Prometheus, with the access rules of the admin API',
    },
    color: {
      type: 'boolean',
      default: true,
      help: 'Disable colors, as NO_COLOR does; FORCE_COLOR enables them where there is no terminal',
    },
    json: { type: 'boolean', default: false, help: 'Print the URL and the accounts as one line of JSON' },
    'write-env': {
      type: 'string',
      value: 'FILE',
      help: 'Write TRICKLE_BASE_URL, TRICKLE_ACCOUNT_ID and TRICKLE_API_KEY to a file such as .env; its other lines stay',
    },
    help: { type: 'boolean', short: 'h', default: false, help: 'Show help' },
    version: { type: 'boolean', default: false, help: 'Show the version' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Flag>>>>;

export const flags = { ...groups.Server, ...groups.Data, ...groups.Behavior, ...groups.Output };

/** A flag as it is given, with its value. */
export const shownFlag = (name: string, { type, default: initial, value }: Flag): string =>
  `--${type === 'boolean' && initial === true ? 'no-' : ''}${name}${value === undefined ? '' : ` ${value}`}`;

/** Columns before the descriptions, and of a whole line. */
const [INDENT, WIDTH] = [27, 120];

/** Breaks a description into lines, and indents all but the first. */
function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && INDENT + line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join(`\n${' '.repeat(INDENT)}`);
}

const lineOf = ([name, flag]: readonly [string, Flag]) =>
  `  ${shownFlag(name, flag)}`.padEnd(INDENT) + wrapped(flag.help);

const listed = Object.entries(groups)
  .map(([group, members]) => [`${group}:`, ...Object.entries<Flag>(members).map(lineOf)].join('\n'))
  .join('\n\n');

/** The text of `--help`. */
export const usage = `Run the Trickle reference server.

Usage: trickle-server [flags]
       trickle-server exec [flags] -- COMMAND
       trickle-server init [FILE]

Commands:
  exec                     Start a server, run a command with TRICKLE_BASE_URL, TRICKLE_ACCOUNT_ID and TRICKLE_API_KEY of
                           its first account, stop the server, and exit with the exit code of the command
  init                     Write a seed to edit (default: trickle-seed.json)

${listed}

Without a seed, the server has one account, 9999999, with the token trickle_demo_token. If other machines can reach the
server, by --host or --public-url, the token is random. Tokens are printed when a start adds their account, and never
with --log json.

GET /healthz answers while the process runs, GET /readyz while it can take requests.

SIGINT (Ctrl-C) or SIGTERM stops the server after requests and jobs in progress, within 5 seconds. A second signal
stops it immediately.
`;
