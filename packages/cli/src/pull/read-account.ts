import { ApiError } from '@trickle/sdk';
import type { Copy, ReadParts } from './copy.ts';
import { keptPart } from './kept-part.ts';
import type { Json, Part, PartForm, Source } from './parts.ts';
import { READERS } from './read-parts.ts';
import { SKIPPED } from './skipped.ts';

/** Reads the parts of an account. What the service refuses is noted, and stays as it was. */
export async function readParts(
  source: Source,
  parts: readonly Part[],
  before: Copy | undefined,
  show: (what: string) => void,
): Promise<ReadParts> {
  const forms = new Map<Part, PartForm>();
  const skipped = new Map<string, number>();
  for (const part of parts) {
    show(`Reading ${part}`);
    const kept = () => before && keptPart(part, before);
    try {
      const form = await READERS[part](source);
      forms.set(part, form.refused?.size ? withKeptTriggers(form, form.refused, kept()) : form);
      for (const [id, status] of form.refused ?? []) skipped.set(`triggers of workflow ${id}`, status);
    } catch (error) {
      // The account shows whether the credentials are valid.
      if (!(error instanceof ApiError) || !SKIPPED.includes(error.status) || part === 'account') throw error;
      skipped.set(part, error.status);
      const old = kept();
      if (old) forms.set(part, old);
    }
  }
  return { forms, skipped };
}

/** Workflows whose triggers were refused, with those of the copy before. */
function withKeptTriggers(
  form: PartForm,
  refused: ReadonlyMap<string, number>,
  kept: PartForm | undefined,
): PartForm {
  const old = new Map(workflowsOf(kept).map(({ id, triggers }) => [id, triggers]));
  const workflows = workflowsOf(form).map((workflow) => {
    const triggers = refused.has(String(workflow.id)) ? old.get(workflow.id) : undefined;
    return triggers === undefined ? workflow : { ...workflow, triggers };
  });
  const ofTriggers = (text: string) => text.startsWith('triggers');
  return {
    ...form,
    members: { workflows },
    leftOut: [...new Set([...form.leftOut, ...(kept?.leftOut ?? []).filter(ofTriggers)])],
    unknownMembers: [
      ...new Set([...form.unknownMembers, ...(kept?.unknownMembers ?? []).filter(ofTriggers)]),
    ],
  };
}

const workflowsOf = (form: PartForm | undefined): readonly Json[] =>
  (form?.members.workflows ?? []) as readonly Json[]; // as `READERS` write them
