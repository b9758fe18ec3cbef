import { nearestName } from '@trickle/sdk/contract';
import type { Command } from 'commander';
import { contextOf } from '../connection/context.ts';
import { fieldsOf } from '../operations/fields.ts';
import { filterOption } from '../operations/filter-option.ts';
import { kebab, type Operation, operations } from '../operations/operations.ts';
import { summaryOf } from '../operations/texts.ts';
import { addJsonHelp } from '../terminal/json-output.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import { helpOf } from './help.ts';
import { runCall } from './run-call.ts';

const CREATING = ['create', 'upsert', 'record', 'apply', 'update'];

/** Adds a command for each noun, with a subcommand for each of its operations. */
export function addOperations(call: Command, io: ProcessIo): void {
  call.helpCommand(false);
  for (const noun of new Set(operations.map((operation) => operation.noun))) {
    const methods = operations.filter((operation) => operation.noun === noun);
    const names = methods.map(({ method }) => kebab(method)).join(', ');
    const group = call
      .command(kebab(noun))
      .summary(names)
      .description(`Operations: ${names}.`)
      .helpCommand(false);
    if (noun !== kebab(noun)) group.alias(noun);
    group.on('command:*', ([word = '']: readonly string[]) => {
      group.error(`error: unknown command '${word}'${hintFor(word, methods)}`);
    });
    for (const operation of methods) addOperation(group, operation, io);
  }
}

/** Words for what an operation does, where the client has another one. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  ...{ create: CREATING, add: CREATING, update: CREATING, insert: CREATING, save: CREATING },
  ...{ remove: ['delete'], delete: ['remove'], show: ['get'], find: ['get', 'list'], all: ['list'] },
};

/** The operation that a word means: one with another word for it, else the one with the nearest name. */
function hintFor(word: string, methods: readonly Operation[]): string {
  const names = methods.map(({ method }) => kebab(method));
  const synonyms = Object.hasOwn(SYNONYMS, word) ? SYNONYMS[word] : [];
  const meant = synonyms?.find((name) => names.includes(name)) ?? nearestName(word, names);
  return meant === undefined ? `\nOperations: ${names.join(', ')}` : `\n(Did you mean ${meant}?)`;
}

function addOperation(group: Command, operation: Operation, io: ProcessIo): void {
  const { method, endpoint, parameters } = operation;
  const command = group
    .command(kebab(method))
    .description(`${summaryOf(operation)}.`)
    .argument('[values...]')
    .usage(usageOf(operation));
  if (method !== kebab(method)) command.alias(method);
  for (const name of parameters) command.option(`--${kebab(name)} <value>`, 'the argument by name');
  for (const field of endpoint.query ? fieldsOf(endpoint.query) : []) command.addOption(filterOption(field));
  command
    .option('--timeout <seconds>', 'the time limit for the call')
    .addHelpText('after', () => helpOf(operation, io.stdout.columns ?? 80))
    .action((values: string[], options: Record<string, string>, self: Command) =>
      runCall({ operation, values, options, ...contextOf(self, io) }),
    );
  addJsonHelp(command, 'call', io.stdout);
}

function usageOf({ endpoint, parameters }: Operation): string {
  const kind = endpoint.body?.kind;
  const body = kind && (kind === 'batch' || kind === 'list' ? "'[{ … }, …]'" : "'{ … }'");
  const ids = parameters.map((name) => `<${name}>`);
  return [...ids, ...(body ? [body] : []), '[options]'].join(' ');
}
