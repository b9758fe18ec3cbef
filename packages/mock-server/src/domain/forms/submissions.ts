import { SubscriberInput, type ValidationIssue } from '@trickle/sdk/contract';
import { insertFormSubmission } from '../../store/form-submissions.ts';
import type { FormTexts } from '../../store/record-data.ts';
import type { RecordRow } from '../../store/records.ts';
import { PROFILE_ATTRIBUTES, type SubscriberRow } from '../../store/subscribers.ts';
import { findVisitor } from '../../store/visitors.ts';
import { isoTime } from '../../values/iso-time.ts';
import type { Context } from '../../world/context.ts';
import { subscribeToCampaign } from '../campaigns/subscribe.ts';
import { trimFormSubmissions } from '../events/retention.ts';
import { DomainError, invalidAttribute } from '../lookup/errors.ts';
import { identifySubscriber } from '../lookup/find-subscriber.ts';
import { examine } from '../lookup/read-record.ts';
import { type BrowserData, type SubscriberChange, upsertSubscriber } from '../subscribers/upsert.ts';
import { handleTriggerEvent } from '../workflow-triggers/handle-event.ts';

/** What somebody has put into a form. */
export interface Submission {
  /** Values by the names of the fields, `eu_consent` and `eu_consent_message` among them. */
  readonly fields: Readonly<Record<string, string>>;
  /** Beside those of the form itself. */
  readonly tags?: readonly string[] | undefined;
  readonly visitorUuid?: string | undefined;
  /** The page that the form was submitted on. */
  readonly url?: string | undefined;
  /** What the browser told; of use for someone new. */
  readonly origin?: BrowserData | undefined;
}

/** No form has more. */
const MAX_INPUTS = 1000;

/** The fields that are attributes of people; all others are custom fields. */
const ATTRIBUTES = new Set<string>([...PROFILE_ATTRIBUTES, 'eu_consent_message']);

/**
 * Creates or updates the person, ties the visitor to them, applies tags and subscribes them to the form's
 * campaign. Refuses with `Invalid`, whose faults name fields, in words for the visitor.
 */
// Unspecified: U-78
export async function submitForm(
  context: Context,
  form: RecordRow<'forms'>,
  submission: Submission,
): Promise<SubscriberRow> {
  const { fields, tags = [], visitorUuid } = submission;
  // Unspecified: U-133
  if (Object.keys(fields).length + tags.length > MAX_INPUTS) throw invalidAttribute('length_error', 'fields');
  const { value: change, issues } = examine(SubscriberInput, {
    ...profileIn(fields),
    tags: [...form.data.signup.tags, ...tags],
    visitor_uuid: visitorUuid,
  });
  assertValidFields(form, fields, issues);
  const known = await identifySubscriber(context, { email: change.email });
  // Unspecified: U-79
  const isDenied = change.eu_consent === 'denied';
  const isBack = known?.status === 'unsubscribed' || known?.status === 'removed';
  const campaignId = isDenied ? null : form.parentId;
  let person = await upsertSubscriber(context, {
    ...(known ? {} : await originOf(context, submission)),
    ...change,
    // With a campaign, whether the person is back at once or confirms that first is for the campaign to say.
    ...(isBack && !isDenied && campaignId === null && { status: 'active' }),
  });
  if (campaignId !== null) person = await subscribeToCampaign(context, campaignId, { email: person.email });
  await recordFormSubmission(context, person, form.id, submission);
  return person;
}

/** What the browser told of itself; what it told when it was first seen comes first. */
async function originOf(
  { tx, accountId }: Context,
  { origin = {}, visitorUuid }: Submission,
): Promise<BrowserData> {
  const visitor = visitorUuid === undefined ? undefined : await findVisitor(tx, accountId, visitorUuid);
  const { tags, renewed_at, ...first } = visitor?.data ?? {};
  return { ...origin, ...first };
}

/** Keeps that a person submitted a form: what workflows start by, and whom notices are sent of. */
async function recordFormSubmission(
  context: Context,
  person: SubscriberRow,
  formId: string,
  {
    visitorUuid = null,
    url = null,
  }: { visitorUuid?: string | null | undefined; url?: string | null | undefined },
): Promise<void> {
  const { world, tx, accountId } = context;
  const submittedAt = isoTime(world.clock.now());
  const id = world.ids.hex();
  await insertFormSubmission(tx, accountId, {
    id,
    formId,
    subscriberId: person.id,
    visitorUuid,
    url,
    submittedAt,
  });
  await trimFormSubmissions(context);
  await handleTriggerEvent(context, person.id, {
    type: 'submitted_form',
    properties: { form_id: formId, url },
  });
}

function profileIn(fields: Submission['fields']): SubscriberChange {
  const attributes: Record<string, string> = {};
  const customFields: [string, string][] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'email' || name === 'eu_consent' || ATTRIBUTES.has(name)) {
      // An empty input does not clear what is known from elsewhere.
      if (value.trim() !== '') attributes[name] = value.trim();
    } else if (value !== '') customFields.push([name, value]);
  }
  // A member may be called `__proto__`, so it is not assigned. What is wrong is told by `refuseFaults`.
  return { ...attributes, custom_fields: Object.fromEntries(customFields) } as SubscriberChange;
}

/** Refuses what is missing or wrong, all of it at once. */
function assertValidFields(
  { data: { signup } }: RecordRow<'forms'>,
  fields: Submission['fields'],
  wrong: readonly ValidationIssue[],
): void {
  const issues = new Map<string, ValidationIssue>();
  const add = (name: string, code: ValidationIssue['code'], text: keyof FormTexts) => {
    if (!issues.has(name)) issues.set(name, { code, attribute: name, message: signup.texts[text] });
  };
  for (const { name, required, type, options = [] } of signup.fields) {
    const value = Object.hasOwn(fields, name) ? (fields[name] ?? '').trim() : '';
    if (required && value === '') add(name, 'presence_error', 'required');
    if (type === 'select' && value !== '' && !options.includes(value)) add(name, 'format_error', 'invalid');
  }
  for (const { code, attribute } of wrong) {
    add(attribute, code, code === 'email_error' ? 'email_error' : 'invalid');
  }
  if (issues.size) throw new DomainError([...issues.values()]);
}
