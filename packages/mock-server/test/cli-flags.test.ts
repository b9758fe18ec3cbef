// @thorough: many processes
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { flags, shownFlag, usage } from '../src/cli/flags.ts';
import { createServer } from '../src/index.ts';
import { Command } from './server-process.ts';
import { TemporaryFolder } from './temporary-folder.ts';

/** The flags that print something and end. */
const PRINTING: Partial<Record<string, string>> = { help: usage, version: '0.1.0\n' };

type Name = keyof typeof flags;

/** The flags that take a value. */
type Valued = { [N in Name]: (typeof flags)[N]['type'] extends 'string' ? N : never }[Name];

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

/** Every flag as the help shows it, and its short form. */
const given = Object.entries(flags).flatMap(([name, flag]) => {
  const [shown = ''] = shownFlag(name, flag).split(' ');
  return [[shown, name], ...('short' in flag ? [[`-${flag.short}`, name]] : [])] as [string, Name][];
});

test('the help shows every flag', () => {
  const shown = usage.match(/^ {2}(--[a-z-]+)/gm)?.map((flag) => flag.trim());
  expect(shown).toEqual(Object.entries(flags).map(([name, flag]) => shownFlag(name, flag).split(' ')[0]));
});

test.each(given)('trickle-server starts with %s', async (flag, name) => {
  using folder = new TemporaryFolder();
  const values: Partial<Record<Name, string>> = await valuesIn(folder);
  const value = flags[name].type === 'string' ? [values[name] ?? ''] : [];
  const port = name === 'port' ? [] : ['--port', '0'];
  await using command = new Command([...port, flag, ...value], { cwd: folder.path });
  const text = PRINTING[name];
  if (text !== undefined) {
    expect(await command.end()).toEqual({ stdout: text, stderr: '', code: 0 });
    return;
  }
  const url = /http:\/\/127\.0\.0\.1:\d+|http:\/\/sandbox\.localhost/.exec(await command.firstOutput());
  expect(url, command.stderr).not.toBe(null);
  expect((await command.stop('SIGTERM')).code).toBe(0);
});
