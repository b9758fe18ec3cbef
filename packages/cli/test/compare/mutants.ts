import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { compareRuns } from '../../src/compare/compare-runs.ts';
import type { Vocabulary } from '../../src/compare/vocabulary.ts';

/** A rule of the comparison that is broken: the name, the file, and what is replaced there. */
export type Mutation = readonly [rule: string, file: string, from: string, to: string];

/** Each rule of the comparison, broken once. */
export const MUTATIONS: readonly Mutation[] = [
  ['statuses are compared', 'compare-runs', 'service.status !== sandbox.status', 'false'],
  ['a header may not be missing', 'compare-runs', "return [found('header')];", 'return [];'],
  ['headers have values', 'compare-runs', '=== normalHeader[name](second, sandbox)', '!== undefined'],
  ['an empty object may be plain JSON', 'compare-runs', "=== '{}'", "=== '{ }'"],
  ['JSON has one encoding', 'compare-runs', "type.endsWith('json')", 'false'],
  ['media types ignore case', 'compare-runs', "text.toLowerCase().replaceAll(' ', '')", 'text'],
  ['the number of remaining requests changes', 'compare-runs', String.raw`/^\d+$/.test(text)`, 'text'],
  ['a realm may have any name', 'compare-runs', "text.split(' ')[0]?.toLowerCase()", 'text'],
  [
    'a Location may name another record',
    'compare-runs',
    "kind === 'reference' ? kind : 'header'",
    "'header'",
  ],
  ['lists are compared again when ids are known', 'compare-runs', 'bodies.compareUnknown();', ''],
  ['missing and new are different', 'compare-values', "sandbox === undefined ? 'missing' : 'new'", "'new'"],
  ['null is not absent', 'compare-values', "this.#add('null or absent', pair)", 'undefined'],
  ['types are compared', 'compare-values', "this.#add('type', pair)", 'undefined'],
  ['values are compared', 'compare-values', "'tally') this.#add('value', pair)", "'tally') undefined"],
  ['tallies may differ', 'compare-values', "!== 'tally'", "!== 'none'"],
  ['wording may differ', 'compare-values', "first.kind === 'wording'", 'false'],
  [
    'known values are a class of their own',
    'compare-values',
    "first.kind === 'enum' ? 'enum' : 'value'",
    "'value'",
  ],
  [
    'texts of the account are compared by pairs',
    'compare-values',
    "!this.bijection.pair('text', service, sandbox)",
    'service !== sandbox',
  ],
  ['references are compared', 'compare-values', "if (!isSame) this.#add('reference', pair)", ''],
  ['links are compared', 'compare-values', 'if (place >= 0)', 'if (false)'],
  [
    'a link names a record',
    'compare-values',
    "nounAfter(first[place - 1]) ? 'reference' : 'value'",
    "'value'",
  ],
  ['times have a format', 'compare-values', 'first.format !== second.format', 'false'],
  ['times that were sent come back', 'compare-values', '(first.isSent || second.isSent)', 'false'],
  ['times have an order', 'compare-values', "< 0) this.#add('order', pair)", '< 0) undefined'],
  ['only lists with an order have times in order', 'compare-values', 'this.#times.clear()', ''],
  ['lists have an order', 'compare-values', "if (isPermutation && isOrdered) this.#add('order', pair)", ''],
  ['most lists have no order', 'compare-values', 'place === this.#orderedPlace', 'true'],
  ['lists in records have an order', 'compare-values', 'isInner(place) ||', ''],
  ['lists have a length', 'compare-values', 'service.length !== sandbox.length', 'false'],
  ['the id of a record is first', 'compare-values', "Number(b === 'id') - Number(a === 'id') ||", ''],
  ['records are known by their ids', 'pair-elements', 'matching.matchKnown();', ''],
  ['equal elements are pairs', 'pair-elements', 'matching.matchEqual();', ''],
  ['similar elements are pairs', 'pair-elements', 'matching.matchSimilar();', ''],
  ['unknown ids are not guessed', 'pair-elements', 'if (unknown)', 'if (false)'],
  ['records of one form are paired by time', 'pair-elements', '(times[a] ?? 0) - (times[b] ?? 0)', '0'],
  ['a contradiction is reported once', 'bijection', '|| this.#contradictions.has(pair)', ''],
  [
    'a value stands for one value',
    'bijection',
    'this.#contradictions.add(pair);\n    return false;',
    'return true;',
  ],
  [
    'words of the account are not compared',
    'vocabulary',
    '.every((word) => this.#words.has(word))',
    '.every(() => true)',
  ],
  [
    'known words are compared',
    'vocabulary',
    'return wordsOf(text).every',
    'return text === "" && wordsOf(text).every',
  ],
  ['tokens belong to the account', 'leaf', 'TOKEN.test(text) ||', ''],
];

/** The files of the comparison, each before those that it imports. */
const FILES = ['compare-runs', 'compare-values', 'pair-elements', 'leaf', 'bijection', 'vocabulary'];

/** The comparison with a rule broken, for texts of the account that this vocabulary does not know. */
export interface Mutant {
  readonly compareRuns: typeof compareRuns;
  readonly Vocabulary: typeof Vocabulary;
}

/** Breaks a rule in a copy of the files that depend on it. */
export async function mutantOf([rule, file, from, to]: Mutation): Promise<Mutant> {
  const folder = await mkdtemp(join(tmpdir(), 'trickle-mutant-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const source = fileURLToPath(new URL('../../src/compare/', import.meta.url));
  const contract = fileURLToPath(new URL('../../../sdk/src/contract/index.ts', import.meta.url));
  const copied = FILES.slice(0, FILES.indexOf(file) + 1);
  const pathOf = (name: string) => join(copied.includes(name) ? folder : source, `${name}.ts`);
  for (const name of copied) {
    const text = await readFile(join(source, `${name}.ts`), 'utf8');
    if (name === file && text.split(from).length !== 2)
      throw new Error(`${rule}: ${name}.ts has not exactly one '${from}'.`);
    const mutated = (name === file ? text.replace(from, () => to) : text)
      .replaceAll(/'\.\/([\w-]+)\.ts'/g, (_, other) => `'${pathOf(other)}'`)
      .replaceAll("'@trickle/sdk/contract'", `'${contract}'`)
      .replaceAll("'../parse-json.ts'", `'${join(source, '../parse-json.ts')}'`);
    await writeFile(pathOf(name), mutated);
  }
  return { ...(await import(pathOf('compare-runs'))), ...(await import(pathOf('vocabulary'))) };
}
