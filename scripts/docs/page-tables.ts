import * as server from '@trickle/mock-server';
import * as msw from '@trickle/mock-server/msw';
import * as sdk from '@trickle/sdk';
import * as content from '@trickle/sdk/content';
import { VALIDATION_CODES } from '@trickle/sdk/contract';
import * as oauth from '@trickle/sdk/oauth';
import * as webhooks from '@trickle/sdk/webhooks';
import { exports } from '../../packages/cli/src/export/exports.ts';
import { exportOptions } from '../../packages/cli/src/export/options.ts';
import { filterOptions } from '../../packages/cli/src/operations/filter-option.ts';
import { COMMANDS, createProgram } from '../../packages/cli/src/program.ts';
import { processIo } from '../../packages/cli/src/terminal/process-io.ts';
import { filesAt, read, withoutTests } from '../setup/repository.ts';
import { table } from './reference/table.ts';
import { commentBefore, oneLine, withoutLinks } from './syntax.ts';

/** A page with its tables, which are generated from the declarations of errors, codes, options and commands. */
export const withTables = (page: string): string =>
  page.replaceAll(
    /(<!-- ((?:options of|what|all) [\w ]+) -->\n\n)[\s\S]*?(?=\n\n<!-- end -->)/g,
    (_, start: string, name: string) => start + tableOf(name),
  );

const TABLES: Readonly<Record<string, () => string>> = {
  'all errors of the SDK': () => errorTable('sdk', { ...sdk, ...content, ...oauth, ...webhooks }),
  'all errors of the server': () => errorTable('mock-server', { ...server, ...msw }),
  'all codes': codeTable,
  'all exit codes': exitCodeTable,
  'what each command prints': jsonTable,
  'options of export': exportTable,
};

const tableOf = (name: string): string => TABLES[name]?.() ?? optionTable(name.replace('options of ', ''));

/** The classes of errors that a package exports, with the first paragraph of their comments. */
function errorTable(packageName: string, exports: object): string {
  const source = sourceOf(`packages/${packageName}/src/**/*.ts`);
  const classes = Object.entries(exports).filter(([, value]) => value.prototype instanceof Error);
  return table(
    ['Error', 'Meaning'],
    classes
      .map(([name]) => name)
      .sort()
      .map((name) => [code(name), commentOf(name, source)]),
  );
}

function commentOf(name: string, source: string): string {
  const comment = commentBefore(source, source.search(new RegExp(`export class ${name}\\b`)));
  if (comment === '') throw new Error(`The class ${name} has no comment.`);
  const [first = ''] = comment.split('\n\n');
  return withoutLinks(oneLine(first)).replaceAll(/ \(U-\d+\)/g, '');
}

function codeTable(): string {
  const rows = Object.entries(VALIDATION_CODES).map(([name, text]) => [code(name), text]);
  return table(['Code', 'The attribute …'], rows);
}

function exitCodeTable(): string {
  const source = sourceOf('packages/cli/src/terminal/exit-signal.ts');
  const codes = source.matchAll(/\/\*\* (.*)\. \*\/\n {2}\w+: (\d+),/g);
  return table(
    ['Code', 'Meaning'],
    Array.from(codes, ([, meaning, code]) => [code, meaning]),
  );
}

const sourceOf = (pattern: string) => withoutTests(filesAt(pattern)).map(read).join('\n');

const program = createProgram(processIo);
type Command = typeof program;
type Option = Command['options'][number];

function optionTable(name: string): string {
  const command = name === 'every command' ? program : program.commands.find((one) => one.name() === name);
  if (!command) throw new Error(`There is no table ${name}.`);
  // The README has a separate table for options with variables.
  const options =
    command === program ? visible(command).filter(({ required }) => !required) : command.options;
  return table(['Option', 'Effect'], options.map(row));
}

const visible = (command: Command) => command.createHelp().visibleOptions(command);

function exportTable(): string {
  const flags = new Set(
    exports.flatMap(({ operation }) => Object.values(filterOptions(operation))).map(({ long }) => long ?? ''),
  );
  const filters = [...flags].filter((flag) => flag !== '--page' && flag !== '--per-page');
  return table(
    ['Option', 'Effect'],
    [
      ...Object.values(exportOptions).map(row),
      [filters.map(code).join(', '), 'the filters and sort orders of the list'],
    ],
  );
}

function row({ short, flags, description, argChoices = [], defaultValue }: Option): readonly string[] {
  const [long = ''] = /--.*/.exec(flags) ?? [];
  const values = argChoices.map((value) => code(value) + (value === defaultValue ? ' (default)' : ''));
  const hasDefault = typeof defaultValue === 'string' && argChoices.length === 0;
  return [
    [...(short ? [short] : []), long].map(code).join(', '),
    [
      description.replaceAll(/<\w+>[.\w]*/g, code),
      ...(values.length > 0 ? [`: ${values.join(', ')}`] : []),
      ...(hasDefault ? [`; default ${code(defaultValue)}`] : []),
    ].join(''),
  ];
}

function jsonTable(): string {
  const rows = COMMANDS.map(({ name, json: { prints, members } }) => {
    const shown = Object.entries(members).map(([member, text]) => `${code(member)} (${text})`);
    return [code(name), prints.replace(/[:.]$/, ''), shown.join(', ')];
  });
  return table(['Command', 'Prints', 'Members'], rows);
}

const code = (text: string) => `\`${text}\``;
