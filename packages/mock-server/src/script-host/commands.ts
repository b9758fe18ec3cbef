import type { IdentifyArguments, TrackArguments } from '@trickle/sdk/contract';
import type { Context } from '../domain/context.ts';
import { recordEventOf } from '../domain/events.ts';
import { invalid } from '../domain/refusals.ts';
import { upsertSubscriber } from '../domain/upsert-subscriber.ts';
import { findSubscriberBy } from '../store/subscribers.ts';
import type { VisitorRow } from '../store/visitors.ts';
import { submitFormCommand } from './forms/submit-command.ts';
import type { OPERATIONS } from './read-messages.ts';

/** Thrown by a command of the page script that this version of the server does not do. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}

/** Does a command for a visitor, and tells whether nobody knows who the visitor is. */
type Command = (context: Context, visitor: VisitorRow, given: Record<string, unknown>) => Promise<boolean>;

const notYet: Command = async () => {
  throw new NotYet('This version of the reference server does not take this command yet.');
};

/** The commands of the page script; their arguments have passed the contract's schema. */
export const commands: Readonly<Record<keyof typeof OPERATIONS, Command>> = {
  identify,
  track,
  subscribe: notYet,
  unsubscribe: notYet,
  showForm: notYet,
  hideForm: notYet,
  // Its schema has made it sure that the arguments are its own.
  submitForm: submitFormCommand as Command,
};

async function identify(context: Context, visitor: VisitorRow, given: IdentifyArguments): Promise<false> {
  const { email, new_email, user_id, tags, remove_tags, prospect, eu_consent, eu_consent_message, ...rest } =
    given;
  const known = visitor.subscriberId === null ? undefined : visitor.subscriberId;
  const exists =
    email !== undefined && (await findSubscriberBy(context.tx, context.accountId, 'email', email));
  const person = {
    ...(email !== undefined ? { email } : known !== undefined ? { id: known } : {}),
    visitor_uuid: visitor.uuid,
    new_email,
    user_id,
    tags,
    remove_tags,
    prospect,
    eu_consent,
    eu_consent_message,
    custom_fields: customFieldsOf(rest),
  };
  // What the browser told is of use for someone new; of someone known it may be another person's.
  await upsertSubscriber(context, exists || known !== undefined ? person : { ...visitor.data, ...person });
  return false;
}

function customFieldsOf(
  rest: Readonly<Record<string, unknown>>,
): Record<string, string | number | boolean | null> {
  const fields: Record<string, string | number | boolean | null> = {};
  for (const [key, value] of Object.entries(rest)) {
    if (value !== null && typeof value === 'object') throw invalid('format_error', key, 'must be text');
    fields[key] = value as string | number | boolean | null; // JSON that is no object
  }
  return fields;
}

async function track(context: Context, visitor: VisitorRow, given: TrackArguments): Promise<boolean> {
  const { action, occurred_at, ...properties } = given;
  if (typeof action !== 'string' || action === '') throw invalid('presence_error', 'action');
  const person =
    visitor.subscriberId === null
      ? undefined
      : await findSubscriberBy(context.tx, context.accountId, 'id', visitor.subscriberId);
  await recordEventOf(context, person, visitor.uuid, { action, occurred_at, properties });
  return person === undefined;
}
