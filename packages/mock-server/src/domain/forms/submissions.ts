import { SubscriberInput, type ValidationIssue } from '@trickle/sdk/contract';
import { isoTime } from '../../shared/values/time.ts';
import { nameOf } from '../../store/engine/place.ts';
import type { FormTexts } from '../../store/records/forms.ts';
import { formSubmissions } from '../../store/tables/form-submissions.ts';
import type { RecordRow } from '../../store/tables/records.ts';
import { PROFILE_ATTRIBUTES, type SubscriberRow } from '../../store/tables/subscribers.ts';
import { visitors } from '../../store/tables/visitors.ts';
import { subscribeToCampaign } from '../campaigns/subscribe.ts';
import type { Context } from '../context/context.ts';
import { DomainError, invalidAttribute } from '../errors.ts';
import { prune } from '../events/retention.ts';
import { parseRecord } from '../records/parse-record.ts';
import { findNamedSubscriber } from '../records/subscriber.ts';
import { type BrowserData, type SubscriberChange, upsertSubscriber } from '../subscribers/subscribers.ts';
import { handleTriggerEvent } from '../workflow-triggers/handle-event.ts';

export interface Submission {
  /** Values by the names of the fields, `eu_consent` and `eu_consent_message` among them. */
  readonly fields: Readonly<Record<string, string>>;
  /** Applied in addition to the form's own tags. */
  readonly tags?: readonly string[] | undefined;
  readonly visitorUuid?: string | undefined;
  readonly url?: string | undefined;
  /** Browser details, stored for a new subscriber. */
  readonly origin?: BrowserData | undefined;
}

const MAX_INPUTS = 1000;

/** The fields that are subscriber attributes. All others are custom fields. */
const ATTRIBUTES = new Set<string>([...PROFILE_ATTRIBUTES, 'eu_consent_message']);

/** Submits a form. Throws a `DomainError` with one issue per wrong field, whose messages are texts of the form. */
// Unspecified: U-78
export async function submitForm(
  context: Context,
  form: RecordRow<'forms'>,
  submission: Submission,
): Promise<SubscriberRow> {
  const { fields, tags = [], visitorUuid } = submission;
  // Unspecified: U-133
  if (Object.keys(fields).length + tags.length > MAX_INPUTS) throw invalidAttribute('length_error', 'fields');
  const { value: change, issues } = parseRecord(SubscriberInput, {
    ...profileIn(fields),
    tags: [...form.data.signup.tags, ...tags],
    visitor_uuid: visitorUuid,
  });
  assertValidFields(form, fields, issues);
  context.cache.formTags = form.data.signup.tags;
  const existing = await findNamedSubscriber(context, { email: change.email });
  // Unspecified: U-79
  const isDenied = change.eu_consent === 'denied';
  const isBack = existing?.status === 'unsubscribed' || existing?.status === 'removed';
  const campaignId = isDenied ? null : form.parentId;
  let subscriber = await upsertSubscriber(context, {
    ...(existing ? {} : await originOf(context, submission)),
    ...change,
    // With a campaign, its double opt-in setting decides about the reactivation.
    ...(isBack && !isDenied && campaignId === null && { status: 'active' }),
  });
  if (campaignId !== null)
    subscriber = await subscribeToCampaign(context, campaignId, { email: subscriber.email });
  await recordFormSubmission(context, subscriber, form.id, submission);
  return subscriber;
}

/** Browser details. Those of the visitor's first request take precedence. */
async function originOf(
  { tx, accountId }: Context,
  { origin = {}, visitorUuid }: Submission,
): Promise<BrowserData> {
  const visitor =
    visitorUuid === undefined ? undefined : await visitors.find(tx, accountId, { uuid: visitorUuid });
  const { tags, renewed_at, ...first } = visitor?.data ?? {};
  return { ...origin, ...first };
}

async function recordFormSubmission(
  context: Context,
  subscriber: SubscriberRow,
  formId: string,
  { visitorUuid, url }: Submission,
): Promise<void> {
  const { services, tx, accountId, place } = context;
  const submittedAt = isoTime(services.clock.now());
  const id = services.ids.hex();
  await formSubmissions.insert(tx, accountId, {
    id,
    formId,
    subscriberId: subscriber.id,
    visitorUuid: visitorUuid ?? null,
    url: url ?? null,
    submittedAt,
    ...place,
  });
  await prune(context, formSubmissions); // Unspecified: U-133
  await handleTriggerEvent(context, subscriber.id, {
    type: 'submitted_form',
    properties: { form_id: formId, url: url ?? null },
    name: () => nameOf('form_submission', id),
  });
}

function profileIn(fields: Submission['fields']): SubscriberChange {
  const attributes: Record<string, string> = {};
  const customFields: [string, string][] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'email' || name === 'eu_consent' || ATTRIBUTES.has(name)) {
      // An empty input does not clear an attribute.
      if (value.trim() !== '') attributes[name] = value.trim();
    } else if (value !== '') customFields.push([name, value]);
  }
  // A field may be called `__proto__`, so the members are not assigned. `parseRecord` validates the result.
  return { ...attributes, custom_fields: Object.fromEntries(customFields) } as SubscriberChange;
}

function assertValidFields(
  { data: { signup } }: RecordRow<'forms'>,
  fields: Submission['fields'],
  profileIssues: readonly ValidationIssue[],
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
  for (const { code, attribute } of profileIssues) {
    add(attribute.replace(/^custom_fields\./, ''), code, code === 'email_error' ? 'email_error' : 'invalid');
  }
  if (issues.size) throw new DomainError([...issues.values()]);
}
