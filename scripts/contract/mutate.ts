/*
 * Breaks the contract in small ways, one at a time, and expects a check to fail each time: `npm run
 * mutate:contract`. Source files are never changed: a mutant exists in the memory of a child process, which loads
 * the contract through a module hook. `--all` tries every mutation instead of a seeded sample.
 */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Contract } from '../../packages/sdk/test/interface/check.ts';
import { matterChecks } from '../../packages/sdk/test/interface/matter-checks.ts';
import { operationChecks } from '../../packages/sdk/test/interface/operation-checks.ts';
import { tableChecks } from '../../packages/sdk/test/interface/table-checks.ts';
import { wordingChecks } from '../../packages/sdk/test/interface/wording-checks.ts';
import { wireChecks } from '../../packages/sdk/test/wire/wire-checks.ts';
import { contractFiles, FOLDER, type Mutation, mutationsIn, stripped } from './mutations.ts';

const SAMPLE = 600;
const FEWEST = 200;
const PER_CHILD = 60;
const LANES = 2;
const HANG_MILLISECONDS = 60_000;

/** The result of a mutation: the name of the failed check, or nothing. */
type Outcome = string | undefined;

if (process.send) serve();
else process.exitCode = await main(process.argv.includes('--all'));

// --- Parent ---------------------------------------------------------------------------------------------

async function main(all: boolean): Promise<number> {
  const began = performance.now();
  const found = contractFiles().flatMap(mutationsIn);
  const chosen = all ? found : sampled(found, SAMPLE);
  console.log(`${found.length} mutations found, ${chosen.length} tried.`);
  const [broken] = await outcomesOf([undefined]);
  if (broken !== undefined) {
    console.log(`The guard fails on the contract as it is: ${broken}`);
    return 1;
  }
  const outcomes = await inLanes(chosen);
  const survivors = chosen.filter((_, index) => outcomes[index] === undefined);
  for (const survivor of survivors) console.log(`survived  ${described(survivor)}`);
  printTable(chosen, survivors);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${survivors.length} of ${chosen.length} survived, in ${seconds} s.`);
  if (chosen.length < FEWEST) console.log(`At least ${FEWEST} are to be tried.`);
  return survivors.length > 0 || chosen.length < FEWEST ? 1 : 0;
}

/** Runs the chunks in a few child processes at a time. A process that ends frees the memory of its mutants. */
async function inLanes(mutations: readonly Mutation[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  const lane = async () => {
    for (let start = next; start < mutations.length; start = next) {
      next = start + PER_CHILD;
      const chunk = mutations.slice(start, next);
      // The unchanged contract comes last: if a mutant left something behind, its check would fail.
      const [after, ...rest] = (await outcomesOf([...chunk, undefined])).reverse();
      if (after !== undefined) throw new Error(`The guard fails on the contract as it is: ${after}`);
      for (const [index, outcome] of rest.reverse().entries()) outcomes[start + index] = outcome;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return outcomes;
}

/** Runs the checks on each mutation in one child process. `undefined` is the unchanged contract. */
function outcomesOf(mutations: readonly (Mutation | undefined)[]): Promise<Outcome[]> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), { timeout: HANG_MILLISECONDS });
    child.once('message', (outcomes: (string | null)[]) => {
      child.kill();
      resolve(outcomes.map((outcome) => outcome ?? undefined));
    });
    child.once('exit', (code, signal) => reject(new Error(`The child ended early: ${code ?? signal}.`)));
    child.once('error', reject);
    child.send(mutations.map((mutation) => mutation ?? null));
  });
}

function described({ kind, file, start, end, text }: Mutation): string {
  const source = readFileSync(new URL(file, FOLDER), 'utf8');
  const line = source.slice(0, start).split('\n').length;
  const short = (code: string) => code.replace(/\s+/g, ' ').slice(0, 70);
  return `packages/sdk/src/contract/${file}:${line}  ${kind}: ${short(source.slice(start, end))} → ${short(text) || '(dropped)'}`;
}

function printTable(tried: readonly Mutation[], survivors: readonly Mutation[]): void {
  const count = (list: readonly Mutation[], kind: string) => list.filter((one) => one.kind === kind).length;
  for (const kind of [...new Set(tried.map((one) => one.kind))].sort()) {
    const [all, left] = [count(tried, kind), count(survivors, kind)];
    console.log(`${kind.padEnd(24)} ${String(all).padStart(4)} tried ${String(left).padStart(4)} survived`);
  }
}

/** A repeatable sample with mutations of every kind. */
function sampled(found: readonly Mutation[], size: number): readonly Mutation[] {
  if (found.length <= size) return found;
  let seed = 20_261_121;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const shuffled = found.map((one) => ({ one, at: random() })).sort((a, b) => a.at - b.at);
  const kinds = new Set<string>();
  const first = shuffled.filter(({ one }) => !kinds.has(one.kind) && kinds.add(one.kind));
  const others = shuffled.filter((entry) => !first.includes(entry));
  return [...first, ...others].slice(0, size).map(({ one }) => one);
}

// --- Child ----------------------------------------------------------------------------------------------

function serve(): void {
  const sources = new Map(contractFiles().map((file) => [file, stripped(file)]));
  let current = { id: 0, mutation: null as Mutation | null };
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const ours = resolved.url.startsWith(FOLDER.href);
      return ours ? { ...resolved, url: `${resolved.url}?mutant=${current.id}` } : resolved;
    },
    load(url, context, next) {
      if (!url.startsWith(FOLDER.href)) return next(url, context);
      const file = url.slice(FOLDER.href.length).replace(/\?.*/, '');
      return { format: 'module', source: mutated(sources.get(file) ?? '', file), shortCircuit: true };
    },
  });
  const mutated = (source: string, file: string) => {
    const { mutation } = current;
    if (mutation?.file !== file) return source;
    return source.slice(0, mutation.start) + mutation.text + source.slice(mutation.end);
  };
  process.once('message', async (mutations: (Mutation | null)[]) => {
    const outcomes: (string | null)[] = [];
    for (const mutation of mutations) {
      current = { id: current.id + 1, mutation };
      outcomes.push(await noticed());
    }
    process.send?.(outcomes);
  });
}

/** The name of the first check that fails on the currently loaded contract; null if none does. */
async function noticed(): Promise<string | null> {
  let name = 'the contract loads';
  try {
    const contract: Contract = await import(new URL('index.ts', FOLDER).href);
    for (const checks of [operationChecks, matterChecks, wireChecks, wordingChecks, tableChecks]) {
      for (const check of checks(contract)) {
        name = check.name;
        check.run();
      }
    }
    return null;
  } catch (error) {
    return `${name}: ${String(error).slice(0, 300)}`;
  }
}
