import { readdirSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { addExports } from '../src/export/commands.ts';
import { exports } from '../src/export/exports.ts';
import { TARGETS } from '../src/import/options.ts';
import { targets } from '../src/import/targets.ts';
import { COMMANDS, createProgram } from '../src/program.ts';
import { EXIT } from '../src/terminal/exit-signal.ts';
import { processIo } from '../src/terminal/process-io.ts';

const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The text under a heading. */
const section = (title: string) => text.split(/^## /m).find((part) => part.startsWith(title)) ?? '';

const program = createProgram(processIo);
const command = (name: string) => program.commands.find((one) => one.name() === name) as Command;

const titles = Array.from(text.matchAll(/^## (.*)$/gm), ([, title = '']) => title);

/** The text under the heading of a command. */
const told = (name: string) =>
  section(titles.find((title) => new RegExp(`\`trickle ${name}\\b`).test(title)) ?? `no section for ${name}`);

test('every command has a section, with the table of its options, and a row of what it prints', () => {
  for (const { name, options = {} } of COMMANDS) {
    const title = name === 'completion' ? 'Shell completion' : name;
    const text = name === 'completion' ? section(title) : told(name);
    expect(text, name).toContain(`\`trickle ${name}`);
    if (Object.keys(options).length > 0) expect(text).toContain(`<!-- options of ${name} -->`);
    expect(section('JSON')).toContain(`| \`${name}\` |`);
  }
  expect(section('JSON')).toContain('<!-- what each command prints -->');
});

test('every option of trickle export is documented, and everything that can be exported', () => {
  const text = told('export');
  const exporting = command('export');
  addExports(exporting, processIo);
  expect(exporting.commands.length).toBe(exports.length);
  for (const { options } of exporting.commands) {
    for (const { long } of options) expect(text).toContain(`\`${long}`);
  }
  for (const { name, operation } of exports) {
    expect(text).toContain(
      `\`${[name, ...operation.parameters.map((parameter) => `<${parameter}>`)].join(' ')}\``,
    );
  }
});

test('every global option is documented, and every exit code', () => {
  for (const { long } of program.options) expect(text).toContain(`\`${long}`);
  for (const code of Object.values(EXIT)) expect(section('Exit codes')).toContain(`| ${code} |`);
});

test('everything that can be imported is documented', () => {
  expect(TARGETS).toEqual(Object.keys(targets));
  for (const kind of TARGETS) expect(section('`trickle import')).toContain(`\`${kind}\``);
});

test('guides that read an account start the reference server with the demo account, not an empty one', () => {
  const folder = new URL('../../../docs/guides/', import.meta.url);
  const guides = readdirSync(folder).map((name) => ({
    name,
    guide: readFileSync(new URL(name, folder), 'utf8'),
  }));
  const reading = guides.filter(({ guide }) => /^npx @trickle\/cli (?:pull|types|compare)/m.test(guide));
  expect(reading.length).toBeGreaterThanOrEqual(3);
  for (const { name, guide } of reading) {
    const [first = ''] = /^npx -p @trickle\/mock-server trickle-server.*$/m.exec(guide) ?? [];
    expect(first, name).toContain('--demo');
  }
});
