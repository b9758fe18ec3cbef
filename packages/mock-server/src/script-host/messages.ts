import { type CallbackResponse, type Fault, faultsOf, field } from '@trickle/sdk/contract';
import type { Context } from '../domain/context.ts';
import { Invalid, NotFound } from '../domain/refusals.ts';
import { seeVisitor } from '../domain/visitors.ts';
import { findAccount } from '../store/accounts.ts';
import { findMessageResult, insertMessageResult } from '../store/script-messages.ts';
import { findVisitor } from '../store/visitors.ts';
import { isoTime, type World } from '../world.ts';
import { commands, NotYet } from './commands.ts';
import { type Envelope, isOperation, type Message, OPERATIONS } from './read-messages.ts';

/** What became of one message: the callback object of the interface, by the message's id. */
export interface MessageResult extends CallbackResponse {
  readonly id: string;
  /** What is wrong with the fields of a form, in words for the visitor. */
  readonly errors?: readonly Fault[];
}

/** Applies messages in their order, each one whole or not at all, and each id once. */
// Unspecified: U-27
export async function applyMessages(
  world: World,
  accountId: string,
  { visitor: sent, page = {}, messages }: Envelope,
): Promise<{ results: MessageResult[] }> {
  const visitor = await world.store.write(async (tx) => {
    if (!(await findAccount(tx, accountId))) throw new NotFound('account', accountId);
    const { url: landing_url, referrer: original_referrer, user_agent } = page;
    // Browsers tell zones that this machine may not know, `Etc/Unknown` among them.
    const time_zone = field.timeZone().safeParse(page.time_zone).data;
    return seeVisitor({ world, tx, accountId, source: 'script' }, sent ?? null, {
      user_agent,
      time_zone,
      landing_url,
      original_referrer,
    });
  });
  const results: MessageResult[] = [];
  for (const message of messages) {
    results.push(await applyOnce(world, accountId, visitor.uuid, message));
  }
  return { results };
}

async function applyOnce(
  world: World,
  accountId: string,
  visitorUuid: string,
  { id, command, arguments: given }: Message,
): Promise<MessageResult> {
  const answer = (anonymous: boolean, error?: string): MessageResult => ({
    id,
    success: error === undefined,
    visitor_uuid: visitorUuid,
    anonymous,
    ...(error !== undefined && { error }),
  });
  const isAnonymous = () =>
    world.store.read(async (tx) => (await findVisitor(tx, accountId, visitorUuid))?.subscriberId === null);
  if (!isOperation(command)) return answer(await isAnonymous(), `There is no command '${command}'.`);
  const faults = faultsOf(OPERATIONS[command], given);
  if (faults.length) return answer(await isAnonymous(), faults.map(({ message }) => message).join('; '));
  try {
    return await world.store.write(async (tx) => {
      const stored = await findMessageResult(tx, accountId, id);
      if (stored !== undefined) return stored as MessageResult; // what the line below stored
      const context: Context = { world, tx, accountId, source: 'script' };
      const anonymous = await commands[command](context, await seeVisitor(context, visitorUuid, {}), given);
      const result = answer(anonymous);
      await insertMessageResult(tx, accountId, { id, receivedAt: isoTime(world.clock.now()), result });
      return result;
    });
  } catch (error) {
    if (error instanceof Invalid || error instanceof NotFound || error instanceof NotYet) {
      const failure = answer(await isAnonymous(), error.message);
      return command === 'submitForm' && error instanceof Invalid
        ? { ...failure, errors: error.faults }
        : failure;
    }
    throw error;
  }
}
