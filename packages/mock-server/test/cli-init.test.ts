// @thorough: many processes
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createServer } from '@trickle/mock-server';
import { describe, expect, test } from 'vitest';
import { expectRefusal, runHere, temporaryFile } from './command-here.ts';
import { Command } from './server-process.ts';
import { TemporaryFolder } from './temporary-folder.ts';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

describe('trickle-server init', () => {
  test('the written seed starts a server, which finds it by its name', async () => {
    using folder = new TemporaryFolder();
    expect(await new Command(['init'], { cwd: folder.path }).end()).toEqual({
      stdout: 'Wrote trickle-seed.json. Start a server with it: trickle-server\n',
      stderr: '',
      code: 0,
    });
    const seed = read(folder.file('trickle-seed.json'));
    const token: string = seed.accounts[0].users[0].token;
    await using command = new Command(['--port', '0'], { cwd: folder.path });
    await command.firstOutput();
    const { stdout } = await command.stop('SIGTERM');
    expect(stdout).toContain('Seed: trickle-seed.json\n');
    expect(stdout).toContain(`Account 9999999: token ${token}\n`);
    await using server = await createServer({ seed });
    expect(await server.accounts()).toEqual([{ id: '9999999', tokens: [token] }]);
  });

  test('each seed has a token of its own', async () => {
    const files = ['a.json', 'b.json'].map((name) => temporaryFile(name));
    for (const file of files) await runHere('init', file);
    const tokens = files.map((file) => read(file).accounts[0].users[0].token);
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{32}$/);
  });

  test('--seed overrides the seed with the usual name', async () => {
    using folder = new TemporaryFolder();
    writeFileSync(folder.file('trickle-seed.json'), '{"accounts": [{"id": "7654321"}]}');
    writeFileSync(folder.file('other.json'), '{"accounts": [{"id": "1234567"}]}');
    const args = ['--port', '0', '--json', '--seed', 'other.json'];
    await using command = new Command(args, { cwd: folder.path });
    expect(JSON.parse(await command.firstOutput()).accounts).toMatchObject([{ id: '1234567' }]);
  });

  test.each([
    ['below the folder that has the package installed', 'project/seeds/a.json'],
    ['in that folder', 'project/a.json'],
  ])('$schema of a seed %s names the JSON Schema of the installed package', async (_, file) => {
    using folder = new TemporaryFolder();
    const installed = folder.file('project/node_modules/@trickle/mock-server/seed.schema.json');
    mkdirSync(join(installed, '..'), { recursive: true });
    mkdirSync(folder.file('project/seeds'));
    writeFileSync(installed, '{}');
    await runHere('init', folder.file(file));
    const { $schema } = read(folder.file(file));
    expect(resolve(folder.file(file), '..', $schema)).toBe(installed);
    expect($schema).toMatch(/^\.\.?\//);
  });

  test('an existing file stays as it is', async () => {
    const file = temporaryFile('seed.json', '{}');
    const line = `init: ${file} already exists; name another file, or remove it\n`;
    expectRefusal(await runHere('init', file), line);
    expect(read(file)).toEqual({});
  });

  test.each([
    [['a.json', 'b.json'], "unknown argument 'b.json'; see --help"],
    [['--', 'b.json'], "unknown argument 'b.json'; see --help"],
    [['missing/a.json'], 'init missing/a.json could not be written: ENOENT'],
  ])('init %j is refused with one line', async (args, line) => {
    expectRefusal(await runHere('init', ...args), line);
    expect(existsSync('a.json')).toBe(false);
  });
});
