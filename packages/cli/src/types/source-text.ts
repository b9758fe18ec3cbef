import { grouped } from '../terminal/counted.ts';
import { type Names, type Properties, RECORDS } from './names.ts';
import { fits, NOUNS, type Noun, type Pattern } from './nouns.ts';

/** The maximum number of names in a union. */
const MAX_NAMES = 5000;

export interface Style {
  readonly account: string;
  /** Nouns that accept other names too. */
  readonly loose: readonly Noun[];
  readonly patterns: readonly Pattern[];
  /** Nouns that could not be read, which accept any name. */
  readonly open: readonly Noun[];
}

/** The start of a file that the command may replace. */
export const MARK = '// Written by `trickle types`';

const ANYTHING = '{ [name: string]: unknown }';

/** The file: an interface of the names, and the ids of records by their names. Equal names give equal bytes. */
export function sourceText(names: Names, style: Style): string {
  return [
    `${MARK} from account ${style.account.replaceAll(/[^\w-]/g, '')}. Do not edit; see trickle.types.json.`,
    'export interface Shop {',
    `  tags:${union([...names.tags], 'tags', style)};`,
    `  customFields:${union([...names.fields], 'fields', style)};`,
    ...eventLines(names.events, style),
    '}',
    '/** Ids by name. */',
    'export const shop = {',
    ...RECORDS.flatMap((noun) => idLines(noun, names.ids.get(noun) ?? new Map())),
    '} as const;',
    '',
  ].join('\n');
}

const patternsOf = (noun: Noun, { patterns }: Style): readonly string[] =>
  [...new Set(patterns.filter((one) => one.noun === noun).map(({ pattern }) => pattern))].sort();

/** The names that no pattern accepts. */
function listed(names: readonly string[], noun: Noun, style: Style): readonly string[] {
  const patterns = patternsOf(noun, style);
  return names.filter((name) => !patterns.some((pattern) => fits(name, pattern))).sort();
}

function union(names: readonly string[], noun: Noun, style: Style): string {
  const single = listed(names, noun, style);
  if (style.open.includes(noun) || single.length > MAX_NAMES) return ' string';
  const members = [...single.map(quoted), ...patternsOf(noun, style).map(template)];
  if (style.loose.includes(noun)) members.push('(string & {})');
  return members.length === 0 ? ' never' : members.map((member) => `\n    | ${member}`).join('');
}

function eventLines(events: ReadonlyMap<string, Properties>, style: Style): string[] {
  const plain = new Set(listed([...events.keys()], 'events', style));
  const isOpen = style.open.includes('events') || plain.size > MAX_NAMES;
  // A pattern has no properties, so events with known properties stay.
  const actions = [...events].filter(([action, types]) => plain.has(action) || types.size > 0);
  const lines = isOpen ? [] : actions.sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(eventLine);
  const patterns = isOpen ? [] : patternsOf('events', style).map(template);
  const indexes = isOpen || style.loose.includes('events') ? [...patterns, 'string'] : patterns;
  return ['  events: {', ...lines, ...indexes.map((key) => `    [action: ${key}]: ${ANYTHING};`), '  };'];
}

function eventLine([action, types]: readonly [string, Properties]): string[] {
  if (types.size === 0 || types.size > MAX_NAMES) return [`    ${quoted(action)}: ${ANYTHING};`];
  const members = [...types].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    `    ${quoted(action)}: {`,
    ...members.map(([name, type]) => `      ${memberName(name)}?: ${type ?? 'unknown'};`),
    '    };',
  ];
}

function idLines(noun: string, records: ReadonlyMap<string, string>): string[] {
  if (records.size === 0 || records.size > MAX_NAMES) return [`  ${noun}: {},`];
  const lines = [...uniqueNames(records)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, id]) => {
      const key = memberName(name);
      return `    ${key === "'__proto__'" ? `[${key}]` : key}: ${quoted(id)},`;
    });
  return [`  ${noun}: {`, ...lines, '  },'];
}

/** Ids by names. Records of the same name get their ids in addition. */
function uniqueNames(records: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const all = [...records].sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  const counts = Map.groupBy(all, ([, name]) => name);
  const unique = new Map<string, string>();
  for (const [id, name] of all) if (counts.get(name)?.length === 1) unique.set(name, id);
  for (const [id, name] of all) {
    if (counts.get(name)?.length === 1) continue;
    let label = `${name} (${id})`;
    while (unique.has(label)) label += ` (${id})`;
    unique.set(label, id);
  }
  return unique;
}

/** Warnings about missing names: those that look personal, and nouns with too many names. */
export function warningsOf(names: Names, style: Style): string[] {
  const left = Array.from(
    names.personal,
    ([noun, count]) => `Left out ${noun}: ${count} that contain an email address or a phone number.`,
  );
  const open = style.open.map((noun) => `The service refused to list ${noun}: any name is accepted.`);
  const many = NOUNS.flatMap((noun) => {
    const all = listed([...(noun === 'events' ? names.events.keys() : names[noun])], noun, style);
    return all.length > MAX_NAMES ? [tooMany(noun, all)] : [];
  });
  return [...left, ...open, ...many];
}

const tooMany = (noun: Noun, all: readonly string[]): string =>
  `${grouped(all.length)} ${noun} are more than ${grouped(MAX_NAMES)}: any name is accepted. ` +
  `Name patterns that they follow, as in --pattern ${noun}='order-*'.`;

/** Characters that end or break a line, reorder it, or cannot be seen. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const escaped = (text: string): string =>
  text.replaceAll(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

const ANY_TEXT = `\${string}`;

export const quoted = (text: string): string => `'${escaped(text.replaceAll(/[\\']/g, '\\$&'))}'`;

/** A pattern, in which `*` stands for any text, as a template. */
const template = (pattern: string): string => {
  const parts = pattern.split('*').map((part) => escaped(part.replaceAll(/[\\`$]/g, '\\$&')));
  return `\`${parts.join(ANY_TEXT)}\``;
};

/** A name of a member. Every object has a `constructor`, and `__proto__` would not be a member. */
const memberName = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) && !['__proto__', 'constructor'].includes(name) ? name : quoted(name);
