import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { READABLE, UNREADABLE } from '../../design/test/kinds-of-files.ts';
import { writeEnvironment } from '../src/cli/environment.ts';
import { readCommandLine, readFaults, readState, serverOptionsOf } from '../src/cli/options.ts';
import { readSeed } from '../src/index.ts';
import { TemporaryFolder } from './temporary-folder.ts';

/** A way to pass text to the server. */
interface WayIn {
  /** The name of the file. */
  readonly name: string;
  readonly text: string;
  /** Reads the file. Throws an error with the message of the server. */
  readonly read: (file: string) => Promise<unknown>;
  readonly understood: unknown;
}

const optionsOf = (...args: readonly string[]) => readCommandLine(args).options;

const seedOf = (...args: readonly string[]) => serverOptionsOf(optionsOf(...args), () => undefined).seed;

/** Reads a seed folder, of which one file is given. */
async function ofFolder(file: string, folder = dirname(file)): Promise<unknown> {
  const account = join(folder, 'account.json');
  if (file !== account) writeFileSync(account, '{"id":"1"}');
  return (await readSeed(folder)).accounts?.[0];
}

const seed = { accounts: [{ id: '1', tags: ['José'] }] };
const faults = [{ on: 'request', times: 1, status: 500 }];

const WAYS: Readonly<Record<string, WayIn>> = {
  'readSeed of a file': {
    ...{ name: 'seed.json', text: JSON.stringify(seed, undefined, 2) },
    ...{ read: readSeed, understood: expect.objectContaining(seed) },
  },
  '--seed with a file': {
    ...{ name: 'seed.json', text: JSON.stringify(seed, undefined, 2) },
    ...{ read: async (file) => seedOf('--seed', file), understood: expect.objectContaining(seed) },
  },
  '--seed with account.json': {
    ...{ name: 'account.json', text: '{\n"id":"1",\n"tags":["José"]}\n' },
    read: async (file) => seedOf('--seed', dirname(file)),
    understood: expect.objectContaining({ accounts: [expect.objectContaining({ tags: ['José'] })] }),
  },
  'additions.json': {
    ...{ name: 'additions.json', text: '{\n"tags":["José"]\n}\n' },
    ...{ read: ofFolder, understood: expect.objectContaining({ tags: ['José'] }) },
  },
  'subscribers.ndjson': {
    name: 'subscribers.ndjson',
    text: '{"email":"ann@x.io","first_name":"José"}\n{"email":"bob@x.io"}\n',
    read: ofFolder,
    understood: expect.objectContaining({
      subscribers: [expect.objectContaining({ first_name: 'José' }), expect.anything()],
    }),
  },
  'a body': {
    ...{ name: 'bodies/1.html', text: '<p>José</p>' },
    read: async (file) => {
      const folder = join(file, '../..');
      const broadcasts = [{ id: '1', name: 'News', html_body: { file: 'bodies/1.html' } }];
      writeFileSync(join(folder, 'account.json'), JSON.stringify({ id: '1', broadcasts }));
      return (await readSeed(folder)).accounts?.[0]?.broadcasts?.[0]?.html_body;
    },
    understood: '<p>José</p>',
  },
  '--state': {
    ...{ name: 'state.json', text: '{"name":\n"José"}' },
    read: async (file) => readState(optionsOf('--state', file)),
    understood: { name: 'José' },
  },
  '--faults': {
    ...{
      name: 'faults.json',
      text: JSON.stringify([{ ...faults[0], body: { name: 'José' } }], undefined, 2),
    },
    ...{ read: async (file) => readFaults(file), understood: [expect.objectContaining({ status: 500 })] },
  },
  '--write-env': {
    ...{ name: '.env', text: 'NAME=José\nTRICKLE_API_KEY=old\n' },
    read: async (file) => {
      await writeEnvironment(file, { TRICKLE_API_KEY: 'new' });
      return readFileSync(file, 'utf8').replaceAll('\r', '');
    },
    understood: 'NAME=José\nTRICKLE_API_KEY=new\n',
  },
};

function saved(folder: TemporaryFolder, name: string, bytes: Buffer): string {
  const file = folder.file(name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  return file;
}

describe.each(Object.entries(WAYS))('%s', (_, { name, text, read, understood }) => {
  test.each(Object.entries(READABLE))('understands %s', async (__, save) => {
    using folder = new TemporaryFolder();
    expect(await read(saved(folder, name, save(text)))).toEqual(understood);
  });

  test.each(Object.entries(UNREADABLE))('says what it has got: %s', async (__, [save, what]) => {
    using folder = new TemporaryFolder();
    const file = saved(folder, name, save(text));
    const before = readFileSync(file);
    await expect(read(file)).rejects.toThrow(what);
    expect(readFileSync(file)).toEqual(before);
  });
});
