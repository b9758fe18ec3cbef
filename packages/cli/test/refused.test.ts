import { expect, test } from 'vitest';
import { trickle } from './command.ts';
import { sandbox } from './sandbox.ts';

/** Command lines that are refused, with a part of the message. */
test.each<[args: string[], message: string]>([
  [
    ['listen', '--forward-to', 'ftp://x'],
    "--forward-to must be a URL such as http://localhost:3000/hooks, not 'ftp://x'.",
  ],
  [['listen', '--forward-to', 'x', '--events', 'craeted'], 'did you mean subscriber.created?'],
  [['listen', '--forward-to', 'x', '--limit', '0'], "--limit must be a number from 1, not '0'."],
  [['listen', '--forward-to', 'x', '--since', 'y'], "--since must be the id of a webhook, not 'y'."],
  [['listen'], "required option '-f, --forward-to <url>' not specified"],
  [['tail', '--event', 'craeted'], "Unknown event 'craeted', did you mean subscriber.created?"],
  [['tail', '--limit', '0'], "--limit must be a number from 1, not '0'."],
  [['tail', '--listen', 'somewhere'], "--listen must be an address such as 127.0.0.1:4040, not 'somewhere'."],
  [['tail', '--secret', 'x'], '--secret requires --listen.'],
  [['trigger', 'craeted'], 'did you mean subscriber.created?'],
  [['trigger'], 'Name an event, such as subscriber.created.'],
  [['export', 'contacts'], 'unknown command'],
  [['export', 'subscribers', '--columns', 'emial'], "no column 'emial', did you mean email?"],
  [['export', 'subscribers', '--limit', 'x'], "--limit must be a whole number, not 'x'."],
  [['export', 'subscribers', '--format', 'ndjson', '--columns', 'email'], '--columns works with CSV only'],
  [['export', 'workflow-triggers'], "missing required argument 'workflow_id'"],
  [['rehearse'], 'Name the program after --'],
  [['rehearse', '--', 'true'], 'Run trickle pull, or name a seed with --seed'],
  [['rehearse', '--env', 'A=b', '--', 'true'], '--env takes NAME=apiKey'],
  [['rehearse', '--days', '0', '--', 'true'], '--days must be a number from 1 to 366'],
  [['rehearse', '--time', 'noon', '--', 'true'], '--time must be ISO 8601'],
  [['import', 'nowhere.csv'], 'cannot read nowhere.csv: no such file or directory'],
  [['import', '/tmp'], 'cannot read /tmp: it is a directory'],
  [['import', 'x.csv', '--as', 'contacts'], 'Allowed choices are subscribers'],
  [['import', 'x.csv', '--dryrun'], 'Did you mean --dry-run?'],
  [['import', 'x.csv', '--chunk-size', '1001'], '--chunk-size must be a number from 1 to 1000'],
  [['import'], "missing required argument 'file'"],
  [['why'], "missing required argument 'id_or_email'"],
  [['mcp', '--demo', '--seed', 'seed.json'], 'trickle: --demo and --seed cannot be used together.\n'],
  [['whoami', '--base-url', 'hello'], '--base-url (TRICKLE_BASE_URL) must be an absolute URL'],
  [
    ['whoami', '--api-key', 'two words'],
    '--api-key (TRICKLE_API_KEY) contains a character that is not valid',
  ],
])('%j is refused, and the message says why', async (args, message) => {
  const { fetch } = await sandbox();
  const { code, stderr } = await trickle(args, { fetch });
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
