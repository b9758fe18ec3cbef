import { field as f, type Infer, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { submitForm } from '../../domain/forms/submissions.ts';
import { requireRecord } from '../../domain/lookup/find-record.ts';
import type { VisitorRow } from '../../store/visitors.ts';
import type { Context } from '../../world/context.ts';
import type { MessageContext } from '../command-context.ts';
import { sentForm } from './read-submission.ts';

/** What the page script sends of a form: a message like those of its commands, though pages cannot give it. */
// Unspecified: U-81
export const SubmitFormArguments = schema(() =>
  z.object({
    form_id: f.name(),
    /** Names and values of all inputs, as a plain form would post them. */
    entries: z.array(z.tuple([f.text(), f.text()])),
    /** The page that the form was submitted on. */
    url: f.optional(f.text()),
  }),
);
interface SubmitFormArguments extends Infer<typeof SubmitFormArguments> {}

/** Submits a form for a visitor, who is then known. */
export async function submitFormCommand(
  context: Context,
  visitor: VisitorRow,
  { form_id, entries, url }: SubmitFormArguments,
  { address }: MessageContext,
): Promise<boolean> {
  const form = await requireRecord(context, 'forms', form_id);
  const { submission, isTrapped } = sentForm(entries);
  // A program that fills in everything is told what it wants to hear.
  if (isTrapped) return visitor.subscriberId === null;
  const origin = { ip_address: address };
  await submitForm(context, form, { ...submission, visitorUuid: visitor.uuid, url, origin });
  return false;
}
