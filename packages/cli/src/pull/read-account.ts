import { isObject, shownJson } from '../parse-json.ts';
import type { Copy, ReadParts } from './copy.ts';
import { type Json, MEMBERS, type Part, type PartForm, type Source } from './parts.ts';
import { READERS } from './read-parts.ts';
import { refusalOf, refusalText } from './refusal.ts';

export async function readParts(
  source: Source,
  parts: readonly Part[],
  show: (what: string) => void,
): Promise<ReadParts> {
  const forms = new Map<Part, PartForm>();
  const skipped = new Map<string, number | string>();
  for (const part of parts) {
    show(`Reading ${part}`);
    try {
      const form = await READERS[part](source);
      forms.set(part, form);
      for (const [id, refusal] of form.refused ?? []) skipped.set(`triggers of workflow ${id}`, refusal);
    } catch (error) {
      const refusal = refusalOf(error);
      // The account tells whether the credentials are valid.
      if (refusal === undefined || (part === 'account' && typeof refusal === 'number')) throw error;
      if (part === 'account') throw new Error(`The account could not be read: ${refusal}.`);
      skipped.set(part, refusal);
    }
  }
  return { forms, skipped };
}

/** Names a part of the old copy that could not be read again, as a sentence. Returns undefined if there is none. */
export function lossOf(before: Copy, { report: { skipped } }: Copy): string | undefined {
  const workflows = listIn(before.account, 'workflows');
  const has = (what: string) =>
    listIn(before.account, MEMBERS[what as Part] ?? what).length > 0 ||
    (what === 'subscribers' && before.lines !== undefined) ||
    workflows.some(
      (flow) => what === `triggers of workflow ${shownJson(flow.id)}` && listIn(flow, 'triggers').length > 0,
    );
  const lost = Object.entries(skipped).find(([what]) => has(what));
  if (lost === undefined) return undefined;
  const [what, refusal] = lost;
  return (
    `${what} could not be read: ${refusalText(refusal)}. The folder has a copy of them, so it stays as it is. ` +
    'Pull again, or leave them out: see --skip and --subscribers.'
  );
}

const listIn = (members: Json, noun: string): readonly Json[] => {
  const list = members[noun];
  return Array.isArray(list) ? list.map((item) => (isObject(item) ? item : {})) : [];
};
