import { isObject } from '../parse-json.ts';
import type { Json } from '../pull/parts.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Names } from './names.ts';
import { readJson, rowsOf } from './read-account.ts';
import { quoted } from './source-text.ts';

/** The user's file: names that do not exist yet, and types of properties. */
const MEMBERS = ['tags', 'customFields', 'events'];

const TYPES = ['string', 'number', 'boolean', 'unknown'];

/** Adds the content of `trickle.types.json`, if it exists. Its property types replace others. */
export async function addFile(names: Names, file: string): Promise<void> {
  const additions = (await readJson(file, true)) ?? {};
  const refuse = (problem: string): never => {
    throw new UsageError(`${file}: ${problem}`);
  };
  const unknown = Object.keys(additions).find((member) => !MEMBERS.includes(member));
  if (unknown !== undefined) refuse(`'${unknown}' is not one of ${MEMBERS.join(', ')}.`);
  const list = (member: string): readonly string[] => {
    const value = additions[member] ?? [];
    const isList = Array.isArray(value) && value.every((name) => typeof name === 'string');
    return isList ? value : refuse(`${member} must be a list of names.`);
  };
  names.add('tags', list('tags'));
  names.add('fields', list('customFields'));
  const events = additions.events ?? {};
  if (!isObject(events)) return refuse('events must be an object of properties by the names of events.');
  for (const [action, properties] of Object.entries(events)) {
    if (!isObject(properties)) refuse(`the properties of '${action}' must be an object of types by name.`);
    const types = Object.entries(properties as Json).map(([name, type]) => {
      const text =
        typeText(type) ?? refuse(`'${name}' of '${action}' must be ${TYPES.join(', ')} or a list of values.`);
      names.events.get(action)?.delete(name);
      return [name, text] as const;
    });
    names.addTypes(action, types);
  }
}

/** A type: one of the names, or a list of values. */
function typeText(type: unknown): string | undefined {
  if (typeof type === 'string') return TYPES.find((name) => name === type);
  const isList =
    Array.isArray(type) && type.length > 0 && type.every((value) => literal(value) !== undefined);
  return isList ? type.map(literal).join(' | ') : undefined;
}

function literal(value: unknown): string | undefined {
  if (typeof value === 'string') return quoted(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Learns the properties of events from a file with one event per line, in the format of `trickle import --as events`. */
export async function learnEvents(names: Names, file: string): Promise<void> {
  for await (const { line, value } of rowsOf(file)) {
    const { action, properties } = value;
    if (typeof action !== 'string') throw new UsageError(`${file}:${line}: must be an event with an action.`);
    names.addEvent(action, isObject(properties) ? properties : {});
  }
}
