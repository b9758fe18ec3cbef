// @thorough: many processes
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { flags, shownFlag, usage } from '../src/cli/flags.ts';
import { createServer } from '../src/index.ts';
import { runHere } from './command-here.ts';
import { Command } from './server-process.ts';
import { TemporaryFolder } from './temporary-folder.ts';

/** The flags that take a value. */
type Valued = {
  [N in keyof typeof flags]: (typeof flags)[N]['type'] extends 'string' ? N : never;
}[keyof typeof flags];

/** A value for each flag that takes one. */
async function valuesIn(folder: TemporaryFolder): Promise<Record<Valued, string>> {
  await using server = await createServer();
  const written = (name: string, content: string) => {
    writeFileSync(folder.file(name), content);
    return folder.file(name);
  };
  return {
    port: '0',
    host: '127.0.0.1',
    'public-url': 'http://sandbox.localhost',
    'trust-proxy': 'loopback',
    'admin-password': 'open sesame',
    drain: '1',
    db: folder.file('flags.db'),
    seed: written('seed.json', '{"accounts": [{"id": "1234567"}]}'),
    state: written('state.json', JSON.stringify(await server.exportState())),
    'export-on-exit': folder.file('exported.json'),
    ledger: '10', // the flag --ledger
    limits: 'off',
    faults: written('faults.json', '[{"status": 500}]'),
    time: '2026-03-06T12:00:00Z',
    speed: '2',
    smtp: 'smtp://localhost:1025',
    'webhook-timeout': '500',
    log: 'text',
    'write-env': folder.file('.env'),
  };
}

test('the help shows every flag', () => {
  const shown = usage.match(/^ {2}(--[a-z-]+)/gm)?.map((flag) => flag.trim());
  expect(shown).toEqual(Object.entries(flags).map(([name, flag]) => shownFlag(name, flag).split(' ')[0]));
});

/** Flags that are not used together with others, and those that print something and end. */
const APART: readonly string[] = ['state', 'demo', 'frozen', 'migrate'];
const PRINTING: readonly string[] = ['help', 'version'];

const together = Object.keys(flags).filter((name) => ![...APART, ...PRINTING].includes(name));

test.each([together, ...APART.map((name) => [name])])('trickle-server starts with --%s', async (...names) => {
  using folder = new TemporaryFolder();
  const values: Partial<Record<string, string>> = await valuesIn(folder);
  const given = Object.entries(flags).flatMap(([name, flag]) => {
    if (!names.includes(name)) return [];
    const [shown = ''] = shownFlag(name, flag).split(' ');
    return flag.type === 'string' ? [shown, values[name] ?? ''] : [shown];
  });
  await using command = new Command(['--port', '0', ...given], { cwd: folder.path });
  const url = /http:\/\/127\.0\.0\.1:\d+|http:\/\/sandbox\.localhost/.exec(await command.firstOutput());
  expect(url, command.stderr).not.toBe(null);
  expect((await command.stop('SIGTERM')).code).toBe(0);
});

test.each([
  ['--help', usage],
  ['-h', usage],
  ['--version', '0.1.0\n'],
])('%s prints its output and exits', async (flag, stdout) => {
  expect(await runHere(flag)).toEqual({ stdout, stderr: '', code: 0 });
});
