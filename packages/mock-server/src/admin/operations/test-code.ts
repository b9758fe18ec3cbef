import { field as f } from '@trickle/sdk/contract';
import { exportAsSeed } from '../checkpoints/as-seed.ts';
import { compareCheckpoints } from '../checkpoints/compare.ts';
import { loadCheckpoint } from '../checkpoints/find.ts';
import type { InProcess } from '../functions.ts';
import { operation } from '../operation.ts';
import { readTrace } from '../queries/trace/read-trace.ts';
import type { Scope } from '../scope.ts';
import { recipeOfDifference, recipeOfTrace, type States } from '../test-code/build-recipe.ts';
import type { Recipe } from '../test-code/recipe.ts';
import { writeJavaScript } from '../test-code/write-javascript.ts';
import { writePython } from '../test-code/write-python.ts';

const WRITERS = {
  vitest: (recipe: Recipe) => writeJavaScript(recipe, 'vitest'),
  node: (recipe: Recipe) => writeJavaScript(recipe, 'node'),
  pytest: writePython,
};

/** The largest trace that becomes a test, in rows. */
const MAX_ROWS = 1000;

export const testCodeControls = {
  /**
   * Writes a test that sends recorded requests again, to a server of its own, and expects what followed: the trace of a
   * row, or the changes after a checkpoint. Name one of `of` and `since`, or both for a trace whose subscribers were known
   * at the checkpoint. The account of the test is offline, so that it needs no receiver of webhooks.
   */
  testCode: operation({
    name: 'requests.testCode',
    route: 'GET /_admin/test-code',
    answers: '`code`, the test.',
    input: () => ({
      /** The id of a row of the trace, as in `trace`. */
      of: f.optional(f.name()),
      /** The id or the name of a checkpoint: the test begins with the account as it was then. */
      since: f.optional(f.name()),
      /** Without `of`, the id or the name of a later checkpoint. Default: the current state. */
      until: f.optional(f.name()),
      /** The test runner: Vitest, `node:test` or pytest. Default `vitest`. */
      runner: f.optional(f.oneOf('vitest', 'node', 'pytest')),
    }),
    needsOneOf: ['of', 'since'],
    async act(scope, { runner = 'vitest', accountId = scope.own ?? scope.firstId, ...choice }) {
      await scope.runtime.accounts.assertExists(accountId);
      return { code: WRITERS[runner](await recipe(scope, accountId, choice)) };
    },
  }),
};

/** Writes tests from what was recorded. */
export interface TestCodeControls extends InProcess<typeof testCodeControls> {}

interface Choice {
  readonly of?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

async function recipe(scope: Scope, accountId: string, { of, since, until }: Choice): Promise<Recipe> {
  const states = await statesOf(scope, accountId, since);
  const { entries, end } = await laterState(scope, accountId, until);
  const earlier = since === undefined ? [] : (await loadCheckpoint(scope, since)).entries;
  const known = new Set(earlier.map(({ id }) => id));
  const requests = entries.filter(({ id, accountId: account }) => account === accountId && !known.has(id));
  if (of !== undefined) {
    const trace = await readTrace(scope, { of, accountId, limit: MAX_ROWS });
    if (trace.isCut || trace.total > MAX_ROWS) {
      throw new RangeError(`the trace of ${of} has more than ${MAX_ROWS} rows: choose a smaller one`);
    }
    return recipeOfTrace(trace, requests, states);
  }
  const difference = await compareCheckpoints(scope, { id: since ?? '', with: until });
  return recipeOfDifference({ accountId, difference, end }, requests, states);
}

async function statesOf(scope: Scope, accountId: string, since: string | undefined): Promise<States> {
  const of = (seed: Scope['seed']) => seed?.accounts?.find(({ id }) => id === accountId);
  const now = of(await exportAsSeed(scope, { accountId })) ?? { id: accountId };
  const before =
    since === undefined ? scope.seed : await exportAsSeed(scope, { accountId, checkpoint: since });
  return { now, before: of(before) };
}

/** The recorded requests until a checkpoint or until now, and the time then on the account's clock. */
async function laterState(scope: Scope, accountId: string, until: string | undefined) {
  const { runtime } = scope;
  const { clock } = runtime.allServices.forAccount(accountId);
  if (until === undefined) return { entries: await runtime.requestLog.entries(accountId), end: clock.now() };
  const { entries, at } = await loadCheckpoint(scope, until);
  return { entries, end: Date.parse(at) };
}
