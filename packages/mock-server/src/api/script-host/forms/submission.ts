import { field as f, type Infer, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import type { Context } from '../../../domain/context/context.ts';
import { type Submission, submitForm } from '../../../domain/forms/submissions.ts';
import { requireRecord } from '../../../domain/records/record.ts';
import { html } from '../../../shared/values/html.ts';
import { olsonName } from '../../../shared/values/time.ts';
import { visitorIdOf } from '../../../shared/values/visitor-id.ts';
import type { VisitorRow } from '../../../store/tables/visitors.ts';
import { HttpError, malformed } from '../../http/errors.ts';
import { readText } from '../../http/read-request.ts';
import type { MessageContext } from '../command-context.ts';

/** The name of an input that only programs fill in. It means nothing, so that browsers and password managers leave it empty. */
const TRAP = 'q7x';

/** The tag of subscribers whose submission had a value in the trap. */
const SUSPICIOUS = 'suspicious';

/** The hidden input, marked as in `FORMS.md` for browsers and password managers to ignore. */
export const trapInput = html`<div hidden><input name="${TRAP}" tabindex="-1" autocomplete="off" data-1p-ignore data-bwignore data-lpignore="true" data-form-type="other"></div>`;

/** Names and values of a form's inputs, in order. */
type Entries = readonly (readonly [string, string])[];

/** A form submitted without scripts. */
export interface PostedForm {
  readonly submission: Submission;
  /** Selects the account if several have a form with this id. */
  readonly accountId: string | undefined;
}

const types = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Reads a form submission of a browser. Files are ignored. */
// Unspecified: U-26
export async function readSubmission(
  request: Request,
  bodyLimit: number,
  address: string | undefined,
): Promise<PostedForm> {
  const type = request.headers.get('content-type') ?? '';
  if (!types.test(type)) throw noForm();
  const body = await readText(request, bodyLimit);
  const entries = [...(await parse(body, type))].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const url = last(entries, 'url') ?? request.headers.get('referer') ?? undefined;
  return {
    submission: {
      ...sentForm(entries),
      visitorUuid: visitorIdOf(last(entries, 'visitor_uuid')),
      url,
      origin: {
        ip_address: address,
        landing_url: url,
        user_agent: request.headers.get('user-agent') ?? undefined,
        time_zone: olsonName(last(entries, 'time_zone') ?? ''),
      },
    },
    accountId: last(entries, 'account_id'),
  };
}

/** Reads the inputs of a form, named as in embedded forms. */
// Unspecified: U-26
export function sentForm(entries: Entries): Pick<Submission, 'fields' | 'tags'> {
  const tags = entries.filter(([key]) => key === 'tags[]').map(([, tag]) => tag);
  // Stored all the same: what fills in hidden inputs may also be the visitor's own browser.
  if (last(entries, TRAP)) tags.push(SUSPICIOUS);
  return { fields: fieldsIn(entries), tags };
}

const last = (entries: Entries, name: string) => entries.findLast(([key]) => key === name)?.[1];

const noForm = () =>
  new HttpError('a form was expected', {
    status: 415,
    headers: { 'content-type': 'application/json' },
    text: JSON.stringify({
      errors: [{ code: 'format_error', message: 'Post the form urlencoded or as multipart/form-data.' }],
    }),
  });

async function parse(body: string, type: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { 'content-type': type } }).formData();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw malformed('The body does not match its content type.');
  }
}

/** Reads the inputs `fields[…]`: of the same name the last, which may be a box after a hidden input. Those of `fields[…][]` are joined. */
function fieldsIn(entries: Entries): Record<string, string> {
  const fields = new Map<string, string>();
  for (const [key, value] of entries) {
    const [, name, isList] = /^fields\[([^\]]+)\](\[\])?$/.exec(key) ?? [];
    if (name === undefined) continue;
    const before = isList && fields.get(name);
    fields.set(name, before ? `${before}, ${value}` : value);
  }
  return Object.fromEntries(fields);
}

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
