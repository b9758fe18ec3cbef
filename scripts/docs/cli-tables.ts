import { exports } from '../../packages/cli/src/export/exports.ts';
import { exportOptions } from '../../packages/cli/src/export/options.ts';
import { filterOptions } from '../../packages/cli/src/operations/filter-option.ts';
import { COMMANDS, createProgram } from '../../packages/cli/src/program.ts';
import { processIo } from '../../packages/cli/src/terminal/process-io.ts';

/** The README of the command, with its tables made from the declarations of the commands. */
export const withTables = (readme: string): string =>
  readme.replaceAll(
    /(<!-- (options of|what) ([\w ]+) -->\n\n)[\s\S]*?(?=\n\n<!-- end -->)/g,
    (_, start: string, kind: string, name: string) =>
      start + (kind === 'what' ? jsonTable() : optionTable(name)),
  );

const program = createProgram(processIo);
type Command = typeof program;
type Option = Command['options'][number];

function optionTable(name: string): string {
  if (name === 'export') return exportTable();
  const command = name === 'every command' ? program : program.commands.find((one) => one.name() === name);
  if (!command) throw new Error(`There is no command ${name}.`);
  // The README has a table of its own for the options that have variables.
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
      [filters.map(code).join(', '), 'the filters and orders that the list has'],
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

const jsonTable = (): string =>
  table(
    ['Command', 'Prints', 'Members'],
    COMMANDS.map(({ name, json: { prints, members } }) => [
      code(name),
      prints.replace(/[:.]$/, ''),
      Object.entries(members)
        .map(([member, text]) => `${code(member)} (${text})`)
        .join(', '),
    ]),
  );

const code = (text: string) => `\`${text}\``;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
