import { type Endpoint, SUBSCRIBER_UPDATES } from '@trickle/sdk/contract';
import { lookUp } from '../domain/lookup/find-subscriber.ts';
import { emailKey } from '../store/subscribers.ts';
import { findVisitor } from '../store/visitors.ts';
import type { Context } from '../world/context.ts';

/**
 * The lock key of the subscriber that a request updates, identical for all identifiers of the subscriber. Undefined
 * if the request updates none.
 */
// Unspecified: U-11
export async function lockKeyOf(
  context: Pick<Context, 'tx' | 'accountId'>,
  endpoint: Endpoint,
  parameters: Readonly<Record<string, string>>,
  input: unknown,
): Promise<string | undefined> {
  if (!SUBSCRIBER_UPDATES.has(endpoint)) return undefined;
  const named = (input ?? {}) as { id?: string; email?: string; visitor_uuid?: string }; // validated before
  const name = parameters.id_or_email ?? parameters.email ?? named.id ?? named.email;
  if (name !== undefined) return (await lookUp(context, name))?.id ?? emailKey(name);
  const visitor = await findVisitor(context.tx, context.accountId, named.visitor_uuid ?? '');
  return visitor?.subscriberId ?? named.visitor_uuid;
}
