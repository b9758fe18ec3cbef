import { type Command, Help } from 'commander';
import type { Output } from './process-io.ts';

/** What a command prints with `--json`. */
export interface JsonShape {
  /** `One object:`, `One object per event and line:` */
  readonly prints: string;
  /** The members of the object with their descriptions. */
  readonly members: Readonly<Record<string, string>>;
}

/** What each command prints with `--json`. Members of records are those of the service. */
export const JSON_SHAPES = {
  import: {
    prints: 'One object; after --dry-run, with the numbers of what would be sent:',
    members: {
      dryRun: 'whether nothing was sent',
      imported: 'the number of imported records',
      resumed: 'the number of records that an earlier run has processed',
      rejected: 'the number of invalid records',
      failed: 'the number of records that the service did not accept',
      unknown: 'the number of records that may or may not have been imported',
      repeated: 'the number of records about the same subscriber as an earlier one',
      errors: 'the path of the error report, or null',
      isComplete: 'whether every record was imported',
    },
  },
  export: {
    prints: 'Without --output, one record per line (NDJSON). With --output, one object:',
    members: {
      output: 'the path of the file',
      format: 'csv or ndjson',
      records: 'the number of records',
    },
  },
  tail: {
    prints: 'One object per event and line:',
    members: {
      event: 'its name, such as subscriber.created',
      occurred_at: 'its time, ISO 8601',
      account_id: 'the account',
      subscriber: 'the id and the email address, as far as they are known',
      properties: 'the properties of the event',
    },
  },
  listen: {
    prints: 'One object per forwarded webhook and line:',
    members: {
      event: 'its name, such as subscriber.created',
      id: 'its number in the stream, for --since',
      subscriberId: 'the subscriber',
      url: 'where it was posted to',
      status: 'the status of the response, or null without one',
      error: 'why there was no response, or null',
      milliseconds: 'the time until the response',
    },
  },
  trigger: {
    prints: 'One object; with --list, only `events` with `event` and `summary`:',
    members: {
      event: 'the event that was asked for',
      subscriber: 'the id and the email address of the sample subscriber',
      steps: 'the calls, each with `method`, `path` and `status`',
      events: 'the events that they caused, as `trickle tail --json` prints them',
      deliveries: 'the webhook deliveries, each with `event`, `url`, `state` and `status`',
    },
  },
  call: {
    prints: 'The result as the service returns it, or null if the operation has none.',
    members: {},
  },
  whoami: {
    prints: 'One object:',
    members: {
      user: 'the user',
      accounts: 'the accounts, each with `id`, `name` and `isSelected`',
      account: 'the selected account as `value`, and its `origin`; absent without one',
      baseUrl: 'the URL of the service as `value`, and its `origin`',
      credentials: 'their `kind` (apiKey or accessToken) and their `origin`',
    },
  },
  login: {
    prints: 'One object:',
    members: {
      config: 'the path of the config file',
      baseUrl: 'the URL of the service',
      accountId: 'the account',
      user: 'the user',
    },
  },
  logout: {
    prints: 'One object:',
    members: {
      config: 'the path of the config file',
      isRemoved: 'whether there was one',
    },
  },
  completion: {
    prints: 'One object:',
    members: { shell: 'the shell', script: 'the script' },
  },
} as const satisfies Readonly<Record<string, JsonShape>>;

/** Adds the description of what a command prints with `--json` to its help. */
export function addJsonHelp(command: Command, name: keyof typeof JSON_SHAPES, stdout: Output): void {
  command.addHelpText('after', () => jsonHelp(JSON_SHAPES[name], stdout.columns ?? 80));
}

function jsonHelp({ prints, members }: JsonShape, width: number): string {
  const help = Object.assign(new Help(), { minWidthToWrap: 20 });
  const names = Object.keys(members);
  const column = Math.max(0, ...names.map((name) => name.length)) + 6;
  const wrapped = (text: string, indent: number) =>
    help.boxWrap(text, Math.max(20, width - indent)).replaceAll('\n', `\n${' '.repeat(indent)}`);
  const rows = Object.entries(members).map(
    ([name, text]) => `    ${name.padEnd(column - 4)}${wrapped(text, column)}`,
  );
  return ['', 'With --json:', `  ${wrapped(prints, 2)}`, ...rows].join('\n');
}

/** Whether a command line has a flag, known before it is parsed. */
export function hasFlag(args: readonly string[], flag: '--json' | '--no-color'): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).includes(flag);
}
