import { stripVTControlCharacters } from 'node:util';
import type { Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { addOperations } from '../src/call/commands.ts';
import { addExports } from '../src/export/commands.ts';
import { exports } from '../src/export/exports.ts';
import { operations } from '../src/operations/operations.ts';
import { createProgram } from '../src/program.ts';
import { processIo } from '../src/terminal/process-io.ts';
import { REACHING, trickle } from './command.ts';

/** A command with its words. */
interface Declared {
  readonly words: readonly string[];
  readonly command: Command;
}

const program = createProgram(processIo);

/** All commands and groups of commands, with those that are loaded on use. */
function declaredBelow(command: Command, words: readonly string[] = []): Declared[] {
  if (words[0] === 'call' && words.length === 1) addOperations(command, processIo);
  if (words[0] === 'export' && words.length === 1) addExports(command, processIo);
  const below = command.commands.flatMap((one) => declaredBelow(one, [...words, one.name()]));
  return [{ words, command }, ...below];
}

const all = declaredBelow(program);

/** The commands that do something. */
const commands = all.filter(({ command }) => command.commands.length === 0);

/** Everything is refused, so each command ends right after reading its options. */
const refusing = async () => Response.json({ errors: [{ code: 'authentication_error' }] }, { status: 401 });

const run = (args: readonly string[]) =>
  trickle(args, { fetch: refusing, env: { ...REACHING, TRICKLE_CONFIG: '' } });

/** The option with a value if it takes one: a missing path, which no command can use. */
const typed = (option: Option, name: string) =>
  option.required ? [name, option.argChoices?.[0] ?? '/nowhere/x'] : [name];

test('every command is started', () => {
  const own = program.commands.filter((one) => !['call', 'export'].includes(one.name()));
  expect(commands).toHaveLength(own.length + operations.length + exports.length);
});

test.each(commands.map((one) => [one.words.join(' '), one] as const))(
  'trickle %s accepts every declared option, and its help has no others',
  async (_, { words, command }) => {
    const options = [...command.options, ...program.options];
    const shown = (await run([...words, '--help'])).stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm);
    const all = [...options.map(({ long }) => long), '--help'];
    expect(Array.from(shown, ([, name]) => name).sort()).toEqual([...new Set(all)].sort());
    // The parser reads all options before a command reads their values, and ends at the version.
    const accepted = options.filter(({ long }) => long !== '--version');
    const byLongName = accepted.filter(({ long }) => long !== '--access-token');
    const byShortName = accepted.filter(
      ({ mandatory, short, long }) => mandatory || short !== undefined || long === '--access-token',
    );
    for (const given of [
      byLongName.flatMap((option) => typed(option, option.long ?? '')),
      byShortName.flatMap((option) => typed(option, option.short ?? option.long ?? '')),
      ['--version'],
      ['-V'],
    ]) {
      const { stderr } = await run([...words, ...given]);
      expect(stderr, given.join(' ')).not.toMatch(/unknown option|required option|allowed choices/i);
    }
  },
);

test('every command rejects an undeclared option as unknown', async () => {
  for (const { words, command } of commands) {
    const needed = command.options.filter(({ mandatory }) => mandatory);
    const { stderr, code } = await run([
      ...words,
      ...needed.flatMap((one) => typed(one, one.long ?? '')),
      '--nonsense',
    ]);
    expect(stderr, words.join(' ')).toContain("unknown option '--nonsense'");
    expect(code).toBe(2);
  }
});

test.each(all)('the help of trickle $words is not wider than a terminal of 60 columns', async ({ words }) => {
  const screen = { isScreen: true, columns: 60, env: { FORCE_COLOR: '1' } };
  const { stdout, code } = await trickle([...words, '--help'], screen);
  expect(code).toBe(0);
  const lines = stripVTControlCharacters(stdout).split('\n');
  expect(lines.filter((line) => line.length > 60)).toEqual([]);
});
