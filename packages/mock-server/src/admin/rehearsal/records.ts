import type { Context } from '../../domain/context/context.ts';
import { listActionNames, listTagNames } from '../../domain/records/names.ts';
import { shortened } from '../../shared/values/shortened.ts';
import { SCHEMA } from '../../store/engine/schema.ts';
import { listCustomFields } from '../../store/tables/custom-fields.ts';
import type { Difference, NounDifference, Thing } from '../checkpoints/difference.ts';
import type { NewNames, NounPlan, RecordExample } from './plan.ts';

/** The most new names of a kind that a plan lists, since programs can make any number. */
export const MAX_NAMES = 1000;

const MAX_EXAMPLES = 10;
const [MAX_LABEL, MAX_VALUE, MAX_CHANGES] = [200, 200, 10];

/** The differences by noun, with examples. */
export const nounPlans = ({ nouns }: Difference): NounPlan[] =>
  [...SCHEMA].flatMap(([table, { noun }]) => {
    const difference = nouns[table];
    if (!difference || noun === undefined) return [];
    const { added, changed, removed } = difference;
    const counts = { added: added.length, changed: changed.length, deleted: removed.length };
    return [{ noun, ...counts, examples: examplesOf(difference) }];
  });

/** Examples of each kind, the most frequent first, in turns. Kinds are additions, deletions, and changes of the same members. */
function examplesOf({ added, changed, removed }: NounDifference): RecordExample[] {
  const byMembers = Map.groupBy(changed, ({ changes }) => Object.keys(changes).sort().join());
  const kinds = [
    added.map((thing) => ({ change: 'added' as const, thing })),
    removed.map((thing) => ({ change: 'deleted' as const, thing })),
    ...Array.from(byMembers.values(), (same) => same.map((thing) => ({ change: 'changed' as const, thing }))),
  ].sort((one, other) => other.length - one.length);
  const rounds = Array.from({ length: MAX_EXAMPLES }, (_, i) => kinds.flatMap((kind) => kind[i] ?? []));
  return rounds
    .flat()
    .slice(0, MAX_EXAMPLES)
    .map(({ change, thing }) => ({
      change,
      label: labelOf(thing),
      ...('changes' in thing && { changes: briefChanges(thing.changes) }),
    }));
}

/** Records of a subscriber without a name are called by the subscriber alone. */
const labelOf = ({ id, label = id }: Thing) => shortened(label.replace(/^of /, ''), MAX_LABEL);

const briefChanges = (changes: Readonly<Record<string, readonly [unknown, unknown]>>) =>
  Object.fromEntries(
    Object.entries(changes)
      .slice(0, MAX_CHANGES)
      .map(([member, [before, now]]) => [member, [brief(before), brief(now)] as const]),
  );

/** A value, or the start of its text if it is long. */
function brief(value: unknown = null): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_VALUE ? shortened(text, MAX_VALUE) : value;
}

export async function readNames(context: Context): Promise<NewNames> {
  const { tx, accountId } = context;
  const all = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };
  return {
    tags: await listTagNames(context),
    fields: await listCustomFields(tx, accountId),
    actions: (await listActionNames(context, all)).rows,
  };
}

/** The names that did not exist before, in alphabetical order. A plan lists {@link MAX_NAMES} of each kind. */
export const newNames = (before: NewNames, now: NewNames): NewNames => ({
  tags: without(before.tags, now.tags),
  fields: without(before.fields, now.fields),
  actions: without(before.actions, now.actions),
});

function without(before: readonly string[], now: readonly string[]): string[] {
  const existing = new Set(before);
  return now
    .filter((name) => !existing.has(name))
    .sort()
    .slice(0, MAX_NAMES);
}
