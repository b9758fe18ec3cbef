import { nearestName } from '@trickle/sdk/contract';
import type { Command } from 'commander';
import { filterOptions } from '../operations/filter-option.ts';
import { kebab, type Operation, operations } from '../operations/operations.ts';
import { summaryOf } from '../operations/reference.ts';
import { addCommand, command } from '../terminal/command.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { anyText, argument, option, type Reader } from '../terminal/option.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import { helpOf } from './help.ts';
import { CALL_JSON } from './json.ts';
import { runCall } from './run.ts';

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

/** Synonyms for the client's names of operations. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  ...{ create: CREATING, add: CREATING, update: CREATING, insert: CREATING, save: CREATING },
  ...{ remove: ['delete'], delete: ['remove'], show: ['get'], find: ['get', 'list'], all: ['list'] },
};

/** Finds the operation for a mistyped word: a synonym, otherwise the closest name. */
function hintFor(word: string, methods: readonly Operation[]): string {
  const names = methods.map(({ method }) => kebab(method));
  const synonyms = Object.hasOwn(SYNONYMS, word) ? SYNONYMS[word] : [];
  const meant = synonyms?.find((name) => names.includes(name)) ?? nearestName(word, names);
  return meant === undefined ? `\nOperations: ${names.join(', ')}` : `\n(Did you mean ${meant}?)`;
}

function addOperation(group: Command, operation: Operation, io: ProcessIo): void {
  const { method, parameters } = operation;
  const declaration = command(kebab(method), {
    summary: summaryOf(operation),
    arguments: { values: argument('[values...]', '', anyText) },
    options: {
      ...Object.fromEntries(parameters.map((name) => [name, byName(name)])),
      ...filterOptions(operation),
      timeout: option('--timeout <seconds>', 'the time limit for the call', seconds),
    },
    notes: (width) => helpOf(operation, width),
    json: CALL_JSON,
    run: async () => ({ run: (input, context) => runCall({ ...context, operation, input }) }),
  });
  const added = addCommand(group, declaration, io).usage(usageOf(operation));
  if (method !== kebab(method)) added.alias(method);
}

const byName = (name: string) => option(`--${kebab(name)} <value>`, 'the argument by name', anyText);

/** Seconds, as milliseconds. */
const seconds: Reader<number> = {
  read(text, name) {
    const milliseconds = Number(text) * 1000;
    if (milliseconds > 0) return milliseconds;
    throw new UsageError(`${name} must be a number of seconds, not '${text}'.`);
  },
};

function usageOf({ endpoint, parameters }: Operation): string {
  const kind = endpoint.body?.kind;
  const body = kind && (kind === 'batch' || kind === 'list' ? "'[{ … }, …]'" : "'{ … }'");
  const ids = parameters.map((name) => `<${name}>`);
  return [...ids, ...(body ? [body] : []), '[options]'].join(' ');
}
