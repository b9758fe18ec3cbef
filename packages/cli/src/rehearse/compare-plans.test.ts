import type { Plan } from '@trickle/mock-server';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { factsOf, planDifference } from './compare-plans.ts';

const name = fc.string({ minLength: 1, maxLength: 8 });
const names = fc.uniqueArray(name, { maxLength: 4 });
const number = fc.integer({ min: 1, max: 50 });
/** A list whose items differ in the members of their key. */
const listOf = <T extends object>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }, key: (item: T) => string) =>
  fc.uniqueArray(fc.record(shape) as fc.Arbitrary<T>, { maxLength: 4, selector: key });

const plans: fc.Arbitrary<Plan> = fc.record({
  format: fc.constant('trickle-plan' as const),
  version: fc.constant(1 as const),
  exit: fc.integer({ min: 0, max: 255 }),
  days: number,
  records: listOf<Plan['records'][number]>(
    { noun: name, added: number, changed: number, deleted: number, examples: fc.constant([]) },
    ({ noun }) => noun,
  ),
  names: fc.record({ tags: names, fields: names, actions: names }),
  entries: listOf<Plan['entries'][number]>(
    { kind: fc.constantFrom('campaign', 'workflow'), name, count: number, examples: names },
    (entry) => `${entry.kind} ${entry.name}`,
  ),
  emails: listOf<Plan['emails'][number]>(
    {
      ...{ kind: fc.constantFrom('campaign', 'broadcast', 'workflow'), name, subject: name },
      ...{ count: number, fewer: number, first: fc.option(name) },
    },
    (email) => JSON.stringify([email.kind, email.name, email.subject]),
  ),
  others: number,
  webhooks: listOf<Plan['webhooks'][number]>(
    { event: fc.constantFrom('subscriber.created', 'subscriber.deleted'), receiver: name, count: number },
    ({ event, receiver }) => `${event} ${receiver}`,
  ),
  requests: listOf<Plan['requests'][number]>(
    {
      operation: name,
      count: number,
      refused: listOf(
        { status: fc.integer({ min: 400, max: 599 }), count: number, problem: name },
        ({ status }) => String(status),
      ),
      warnings: fc.constant([]),
    },
    ({ operation }) => operation,
  ),
  limits: fc.constant([]),
  wait: number,
  notes: fc.constant([]),
});

/** The plan of a second run with the same effects, but other examples, times and order. */
const again = (plan: Plan): Plan => ({
  ...plan,
  records: plan.records
    .toReversed()
    .map((noun) => ({ ...noun, examples: [{ change: 'added', label: 'x' }] })),
  entries: plan.entries.toReversed().map((entry) => ({ ...entry, examples: ['x'] })),
  emails: plan.emails.toReversed().map((email) => ({ ...email, first: '2026-01-01T00:00:00Z' })),
  others: plan.others + 1,
  requests: plan.requests.map(({ refused, ...request }) => ({
    ...request,
    refused: refused.map((refusal) => ({ ...refusal, problem: 'x' })),
  })),
  wait: 0,
});

test('a second run with the same effects has the same plan', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      expect(planDifference(plan, again(plan))).toEqual([]);
    }),
  );
});

test('every fact that is missing, new or different is one line', () => {
  fc.assert(
    fc.property(plans, plans, (one, other) => {
      const [before, now] = [factsOf(one), factsOf(other)];
      const facts = [...new Set([...before.keys(), ...now.keys()])];
      const different = facts.filter((fact) => before.get(fact) !== now.get(fact));
      const lines = planDifference(one, other);
      expect(lines).toHaveLength(different.length);
      for (const fact of different) {
        const sign = before.has(fact) ? (now.has(fact) ? '~' : '-') : '+';
        expect(lines.some((line) => line.startsWith(`${sign} ${fact}: `))).toBe(true);
      }
    }),
  );
});

const UNHEARD = { name: 'unheard of', count: 1 };

test.each<[string, (plan: Plan) => Partial<Plan>]>([
  ['a tag', ({ names }) => ({ names: { ...names, tags: [...names.tags, UNHEARD.name] } })],
  ['the exit code', ({ exit = 0 }) => ({ exit: exit + 1 })],
  [
    'an email',
    ({ emails }) => ({
      emails: [...emails, { ...UNHEARD, kind: 'campaign', subject: '', fewer: 0, first: null }],
    }),
  ],
  [
    'a webhook',
    ({ webhooks }) => ({ webhooks: [...webhooks, { event: 'subscriber.bounced', receiver: '', count: 1 }] }),
  ],
  [
    'a request',
    ({ requests }) => ({
      requests: [...requests, { operation: UNHEARD.name, count: 1, refused: [], warnings: [] }],
    }),
  ],
  [
    'a warning',
    ({ requests }) => ({
      requests: [...requests, { operation: '', count: 0, refused: [], warnings: [{ text: 'x', count: 1 }] }],
    }),
  ],
  [
    'a record',
    ({ records }) => ({
      records: [...records, { noun: UNHEARD.name, added: 0, changed: 1, deleted: 0, examples: [] }],
    }),
  ],
  ['an entry', ({ entries }) => ({ entries: [...entries, { ...UNHEARD, kind: 'workflow', examples: [] }] })],
])('one more %s is one difference, in both directions', (_, change) => {
  for (const plan of fc.sample(plans, 5)) {
    const changed = { ...plan, ...change(plan) };
    expect(planDifference(plan, changed)).toHaveLength(1);
    expect(planDifference(changed, plan)).toHaveLength(1);
  }
});
