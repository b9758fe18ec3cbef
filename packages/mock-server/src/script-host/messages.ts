import type { CallbackResponse, Schema, ValidationIssue } from '@trickle/sdk/contract';
import { isTimeToPrune } from '../domain/events/retention.ts';
import { DomainError, NotFoundError } from '../domain/lookup/errors.ts';
import { examine } from '../domain/lookup/read-record.ts';
import { isToRenew, seeVisitor } from '../domain/subscribers/visitors.ts';
import type { LimitSettings } from '../http/limits.ts';
import { findAccount } from '../store/accounts.ts';
import { findMessageResult, insertMessageResult, pruneMessageResults } from '../store/script-messages.ts';
import { findVisitor } from '../store/visitors.ts';
import { isoTime } from '../values/iso-time.ts';
import { olsonName } from '../values/time-zone.ts';
import { visitorIdOf } from '../values/visitor-id.ts';
import type { Context } from '../world/context.ts';
import type { World } from '../world/world.ts';
import type { MessageContext } from './command-context.ts';
import { commands } from './commands.ts';
import { pageOf, timeOf } from './message-context.ts';
import { plainAddress } from './network.ts';
import { assertOriginAllowed, enforceRateLimit } from './rate-limit.ts';
import { type Envelope, isOperation, type Message, OPERATIONS } from './read-messages.ts';
import { resolveVisitor, sharedVisitor } from './shared-visitor.ts';

/** What became of one message: the callback object of the interface, by the message's id. */
export interface MessageResult extends CallbackResponse {
  readonly id: string;
  /** What is wrong with the fields of a form, in words for the visitor. */
  readonly errors?: readonly ValidationIssue[];
  /** There when the browser is to write the visitor's cookie again. */
  readonly renew?: true;
}

/** Who posts messages, and how often that may be. */
export interface Poster {
  readonly origin: string | undefined;
  /** The script host's own. */
  readonly cookies: string | undefined;
  readonly address: string | undefined;
  /** Undefined when nothing is limited. */
  readonly limits: LimitSettings | undefined;
  /** Whether a message with a warning is refused. */
  readonly strict: boolean;
  /** Told what was let pass and may be a mistake, of which the page is told nothing. */
  warn(what: string): void;
}

/** What is answered, and the visitor whom the browser is to tell the script host of from now on. */
export interface Applied {
  readonly results: readonly MessageResult[];
  readonly sharedVisitor: string | undefined;
}

/** Applies messages in their order, each one whole or not at all, and each id once. */
// Unspecified: U-27
export async function applyMessages(
  world: World,
  accountId: string,
  envelope: Envelope,
  { origin, cookies, address, limits, strict, warn }: Poster,
): Promise<Applied> {
  const { time_zone: told, messages } = envelope;
  const sent = visitorIdOf(envelope.visitor) ?? null;
  const { visitor, renew, isShared } = await world.store.write(async (tx) => {
    const account = await findAccount(tx, accountId);
    if (!account) throw new NotFoundError('account', accountId);
    assertOriginAllowed(account, origin);
    const isShared = account.data.enable_third_party_cookies;
    const shared = isShared ? sharedVisitor(cookies, accountId) : undefined;
    const uuid = await resolveVisitor(tx, accountId, sent, shared);
    if (limits) await enforceRateLimit(tx, accountId, { visitor: uuid, address }, world.clock.now(), limits);
    const { url: landing_url, referrer: original_referrer, user_agent } = pageOf(messages[0], envelope);
    // Browsers tell zones that this machine may not know, `Etc/Unknown` among them.
    const time_zone = told === undefined ? undefined : olsonName(told);
    const context: Context = { world, tx, accountId, source: 'script' };
    const origins = { user_agent, time_zone, landing_url, original_referrer };
    const visitor = await seeVisitor(context, uuid, origins);
    return { visitor, renew: await isToRenew(context, visitor), isShared };
  });
  const results: MessageResult[] = [];
  for (const message of messages) {
    const result = await applyOnce(world, accountId, visitor.uuid, message, {
      url: pageOf(message, envelope).url,
      at: timeOf(message, envelope, world.clock.now()),
      address: address && plainAddress(address),
      strict,
      warn,
    });
    if (result.error !== undefined) warn(`${message.command.slice(0, MAX_NAME)}: ${result.error}`);
    results.push(renew ? { ...result, renew } : result);
  }
  return { results, sharedVisitor: isShared ? visitor.uuid : undefined };
}

/** The page script keeps messages for seven days and no longer. */
const DAYS_REMEMBERED = 8;
/** However old they are: the server's clock may have been moved, and the page's goes on. */
const MESSAGES_REMEMBERED = 10_000;
/** However new they are: anybody can post messages. */
const MAX_MESSAGES = 200_000;

/** Keeps what a message was answered, for as long as it may come again. */
// Unspecified: U-134
async function remember({ world, tx, accountId }: Context, id: string, result: MessageResult) {
  const now = world.clock.now();
  await insertMessageResult(tx, accountId, { id, receivedAt: isoTime(now), result });
  if (!isTimeToPrune(world, MESSAGES_REMEMBERED)) return;
  const before = isoTime(now - DAYS_REMEMBERED * 24 * 60 * 60 * 1000);
  await pruneMessageResults(tx, accountId, { before, kept: MESSAGES_REMEMBERED, most: MAX_MESSAGES });
}

/** More characters of a name or of a reason, and more faults, are not told. */
const MAX_NAME = 50;
const MAX_REASON = 1000;
const MAX_ISSUES = 20;

const wordsOf = (issues: readonly ValidationIssue[]) =>
  issues
    .slice(0, MAX_ISSUES)
    .map(({ message }) => message)
    .join('; ');

async function applyOnce(
  world: World,
  accountId: string,
  visitorUuid: string,
  { id, command, arguments: given }: Message,
  messageContext: MessageContext & { readonly strict: boolean },
): Promise<MessageResult> {
  const answer = (anonymous: boolean, error?: string): MessageResult => ({
    id,
    success: error === undefined,
    visitor_uuid: visitorUuid,
    anonymous,
    ...(error !== undefined && { error }),
  });
  const isAnonymous = () =>
    world.store.read(async (tx) => !(await findVisitor(tx, accountId, visitorUuid))?.subscriberId);
  if (!isOperation(command)) {
    return answer(await isAnonymous(), `There is no command '${command.slice(0, MAX_NAME)}'.`);
  }
  const { value, warnings, issues } = examine<Schema>(OPERATIONS[command], given);
  if (issues.length) return answer(await isAnonymous(), wordsOf(issues));
  const inexact = warnings.map(({ text }) => text);
  if (messageContext.strict && inexact.length > 0) return answer(await isAnonymous(), inexact.join('; '));
  for (const warning of inexact) messageContext.warn(`${command}: ${warning}`);
  try {
    return await world.store.write(async (tx) => {
      const stored = await findMessageResult(tx, accountId, id);
      if (stored !== undefined) return stored as MessageResult; // what the line below stored
      const context: Context = { world, tx, accountId, source: 'script' };
      const visitor = await seeVisitor(context, visitorUuid, {});
      const anonymous = await commands[command](
        context,
        visitor,
        value as Record<string, unknown>,
        messageContext,
      );
      const result = answer(anonymous);
      await remember(context, id, result);
      return result;
    });
  } catch (error) {
    if (error instanceof DomainError || error instanceof NotFoundError) {
      const failure = answer(await isAnonymous(), error.message.slice(0, MAX_REASON));
      return command === 'submitForm' && error instanceof DomainError
        ? { ...failure, errors: error.issues }
        : failure;
    }
    throw error;
  }
}
