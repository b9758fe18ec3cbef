import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plan } from '@trickle/mock-server';
import { describe, expect, test } from 'vitest';
import { READABLE, UNREADABLE } from '../../design/test/kinds-of-files.ts';
import { readAccepted } from '../src/compare/difference.ts';
import { readRecording } from '../src/compare/recording.ts';
import { readConfigFile } from '../src/connection/config-file.ts';
import { readPlan } from '../src/rehearse/compare-plans.ts';
import { type Typed, temporaryFolder, trickle } from './command.ts';
import { sandbox } from './sandbox.ts';

/** A way of passing text to the command. */
interface WayIn {
  /** The name of the file. */
  readonly name: string;
  readonly text: string;
  /** Reads the file, or its bytes from standard input. Throws an error with the message of the command. */
  readonly read: (file: string, bytes: Buffer) => Promise<unknown>;
  readonly understood: unknown;
}

/** Runs a command. Returns what it prints. */
async function run(args: readonly string[], typed: Typed = {}): Promise<string> {
  const { code, stdout, stderr } = await trickle(args, typed);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

/** Writes the types of a seed. Returns the file. */
async function types(...args: readonly string[]): Promise<string> {
  const file = join(await temporaryFolder(), 'types.ts');
  await run(['types', file, ...args]);
  return await readFile(file, 'utf8');
}

/** A seed folder with one given file. */
async function ofFolder(file: string): Promise<string> {
  const account = join(dirname(file), 'account.json');
  if (file !== account) await writeFile(account, '{"id":"1"}');
  return await types('--from', dirname(file));
}

const checked = expect.stringContaining('"imported":2');
const learnt = expect.stringMatching(/['"]José['"]/);
const plan: Plan = {
  ...{ format: 'trickle-plan', version: 1, exit: 0, days: 1, moment: 'José' },
  ...{ records: [], names: { tags: ['José'], fields: [], actions: [] } },
  ...{ entries: [], emails: [], webhooks: [], requests: [], notes: [] },
} as unknown as Plan; // the members that are read
const accepted = [{ class: 'status', place: 'status', reason: 'José' }];
const recorded = [{ scenario: 'José', steps: '0', unstable: [], exchanges: [] }];

const WAYS: Readonly<Record<string, WayIn>> = {
  'import of CSV': {
    name: 'people.csv',
    text: 'email,first_name\nann@x.io,José\nbob@x.io,Bob\n',
    read: (file) => run(['import', file, '--dry-run', '--json']),
    understood: checked,
  },
  'import of NDJSON': {
    name: 'people.ndjson',
    text: '{"email":"ann@x.io","first_name":"José"}\n{"email":"bob@x.io"}\n',
    read: (file) => run(['import', file, '--dry-run', '--json']),
    understood: checked,
  },
  'import from standard input': {
    name: 'people.csv',
    text: 'email,first_name\nann@x.io,José\nbob@x.io,Bob\n',
    read: (_, stdin) => run(['import', '-', '--dry-run', '--json'], { stdin }),
    understood: checked,
  },
  'types of a seed': {
    name: 'seed.json',
    text: '{"accounts":[{"id":"1","tags":["José"]}]}',
    read: (file) => types('--from', file),
    understood: learnt,
  },
  'types of account.json': {
    name: 'account.json',
    text: '{"id":"1","tags":["José"]}',
    read: ofFolder,
    understood: learnt,
  },
  'types of subscribers.ndjson': {
    name: 'subscribers.ndjson',
    text: '{"email":"ann@x.io","tags":["José"]}\n{"email":"bob@x.io"}\n',
    read: ofFolder,
    understood: learnt,
  },
  'types of additions.json': {
    name: 'additions.json',
    text: '{"tags":["José"]}',
    read: ofFolder,
    understood: learnt,
  },
  'types of events': {
    name: 'events.ndjson',
    text: '{"action":"José"}\n{"action":"Clicked"}\n',
    read: async (file) => {
      const seed = join(dirname(file), 'seed.json');
      await writeFile(seed, '{"accounts":[{"id":"1"}]}');
      return await types('--from', seed, '--events', file);
    },
    understood: learnt,
  },
  'rehearse --expect': {
    name: 'plan.json',
    text: JSON.stringify(plan, undefined, 2),
    read: readPlan,
    understood: plan,
  },
  'compare --accept': {
    name: 'accepted.json',
    text: JSON.stringify({ accepted }, undefined, 2),
    read: readAccepted,
    understood: accepted,
  },
  'compare with a recording': {
    name: 'tags.json',
    text: JSON.stringify(recorded, undefined, 2),
    read: async (file) => [...(await readRecording(dirname(file))).values()],
    understood: recorded,
  },
  'call with JSON from standard input': {
    name: 'subscriber.json',
    text: '{"email":"ann@x.io","first_name":"José"}\n',
    read: async (_, stdin) =>
      run(['call', 'subscribers', 'upsert', '-', '--json'], { stdin, fetch: (await sandbox()).fetch }),
    understood: expect.stringContaining('"first_name":"José"'),
  },
  'the config file': {
    name: 'config.json',
    text: '{\n"accountId":"José"\n}\n',
    read: async (file) => (await readConfigFile({ TRICKLE_CONFIG: file }))?.values,
    understood: { accountId: 'José' },
  },
};

const saved = async (name: string, bytes: Buffer): Promise<string> => {
  const file = join(await temporaryFolder(), 'folder', name);
  await mkdir(dirname(file));
  await writeFile(file, bytes);
  return file;
};

/** The ways that understand all kinds: in pieces and at once. Others use the same readers, so one kind shows that they do. */
const READERS = ['import of CSV', 'the config file'];

describe.each(Object.entries(WAYS))('%s', (way, { name, text, read, understood }) => {
  const some = <Kind>(kinds: Readonly<Record<string, Kind>>, one: string) =>
    Object.entries(kinds).filter(([kind]) => READERS.includes(way) || kind === one);

  test.each(some(READABLE, 'UTF-16 BE with a mark'))('understands %s', async (__, save) => {
    const bytes = save(text);
    expect(await read(await saved(name, bytes), bytes)).toEqual(understood);
  });

  test.skipIf(name.endsWith('.csv'))('refuses a member that is there twice', async () => {
    const bytes = Buffer.from(text.replace(/"(\w+)"\s*:/, '"$1":0,"$1":'));
    await expect(read(await saved(name, bytes), bytes)).rejects.toThrow('is there twice');
  });

  test.each(some(UNREADABLE, 'gzip'))('names the kind of file: %s', async (__, [save, what]) => {
    const bytes = save(text);
    await expect(read(await saved(name, bytes), bytes)).rejects.toThrow(what);
  });
});
