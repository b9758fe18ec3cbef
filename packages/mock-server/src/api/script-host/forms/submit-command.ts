import { field as f, type Infer, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import type { Context } from '../../../domain/context/context.ts';
import { submitForm } from '../../../domain/forms/submissions.ts';
import { requireRecord } from '../../../domain/records/find-record.ts';
import type { VisitorRow } from '../../../store/tables/visitors.ts';
import type { MessageContext } from '../command-context.ts';
import { sentForm } from './read-submission.ts';

/** The message for a form submission. It has the format of a command, but pages cannot call it. */
// Unspecified: U-81
export const SubmitFormArguments = schema(() =>
  z.object({
    form_id: f.name(),
    /** Names and values of all inputs, as in a plain form. */
    entries: z.array(z.tuple([f.text(), f.text()])),
    /** The URL of the page with the form. */
    url: f.optional(f.text()),
  }),
);
interface SubmitFormArguments extends Infer<typeof SubmitFormArguments> {}

/** Submits a form for a visitor and identifies the visitor. */
export async function submitFormCommand(
  context: Context,
  visitor: VisitorRow,
  { form_id, entries, url }: SubmitFormArguments,
  { address }: MessageContext,
): Promise<boolean> {
  const form = await requireRecord(context, 'forms', form_id);
  const origin = { ip_address: address };
  await submitForm(context, form, { ...sentForm(entries), visitorUuid: visitor.uuid, url, origin });
  return false;
}
