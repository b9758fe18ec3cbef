import type { Copy, ReadParts } from './copy.ts';
import { keptPart } from './kept-part.ts';
import type { Json, Part, PartForm, Source } from './parts.ts';
import { READERS } from './read-parts.ts';
import { refusalOf } from './refusal.ts';

/** Reads the parts of an account. What cannot be read is noted, and stays as it was. */
export async function readParts(
  source: Source,
  parts: readonly Part[],
  before: Copy | undefined,
  show: (what: string) => void,
): Promise<ReadParts> {
  const forms = new Map<Part, PartForm>();
  const skipped = new Map<string, number | string>();
  for (const part of parts) {
    show(`Reading ${part}`);
    const kept = () => before && keptPart(part, before);
    try {
      const form = await READERS[part](source);
      forms.set(part, form.refused?.size ? withKeptTriggers(form, form.refused, kept()) : form);
      for (const [id, refusal] of form.refused ?? []) skipped.set(`triggers of workflow ${id}`, refusal);
    } catch (error) {
      const refusal = refusalOf(error);
      // The account shows whether the credentials are valid.
      if (refusal === undefined || (part === 'account' && typeof refusal === 'number')) throw error;
      if (part === 'account') throw new Error(`The account could not be read: ${refusal}.`);
      skipped.set(part, refusal);
      const old = kept();
      if (old) forms.set(part, old);
    }
  }
  return { forms, skipped };
}

/** Workflows whose triggers could not be read, with those of the copy before. */
function withKeptTriggers(
  form: PartForm,
  refused: ReadonlyMap<string, number | string>,
  kept: PartForm | undefined,
): PartForm {
  const old = new Map(workflowsOf(kept).map(({ id, triggers }) => [id, triggers]));
  const workflows = workflowsOf(form).map((workflow) => {
    const triggers = refused.has(String(workflow.id)) ? old.get(workflow.id) : undefined;
    return triggers === undefined ? workflow : { ...workflow, triggers };
  });
  const places = [...refused.keys()].flatMap((id) => [
    `triggers of workflow ${id}:`,
    `workflows ${id}: triggers`,
  ]);
  const invalid = kept?.invalid.filter((line) => places.some((place) => line.startsWith(place))) ?? [];
  const unknown = kept?.unknownMembers.filter((name) => name.startsWith('triggers.')) ?? [];
  return {
    ...form,
    members: { workflows },
    invalid: [...form.invalid, ...invalid],
    unknownMembers: [...new Set([...form.unknownMembers, ...unknown])],
  };
}

const workflowsOf = (form: PartForm | undefined): readonly Json[] =>
  (form?.members.workflows ?? []) as readonly Json[]; // as `READERS` write them
