import type { CallbackResponse, Schema, ValidationIssue } from '@trickle/sdk/contract';
import { type Context, openContext, type PageRoom } from '../../domain/context/context.ts';
import type { Services } from '../../domain/context/services.ts';
import { DomainError, NotFoundError } from '../../domain/errors.ts';
import { isTimeToPrune } from '../../domain/events/retention.ts';
import { parseRecord } from '../../domain/records/parse-record.ts';
import { isToRenew, seeVisitor } from '../../domain/subscribers/visitors.ts';
import { turns } from '../../shared/platform/timers.ts';
import { plainAddress } from '../../shared/values/ip-address.ts';
import { isoTime, olsonName, parseTime } from '../../shared/values/time.ts';
import { visitorIdOf } from '../../shared/values/visitor-id.ts';
import type { Place } from '../../store/engine/place.ts';
import type { Transaction } from '../../store/engine/store.ts';
import { findAccount } from '../../store/tables/accounts.ts';
import { pruneMessageResults, scriptMessages } from '../../store/tables/script-messages.ts';
import { visitors } from '../../store/tables/visitors.ts';
import type { LimitSettings } from '../http/limits.ts';
import type { MessageContext } from './command-context.ts';
import { commands } from './commands.ts';
import { assertOriginAllowed, enforceRateLimit } from './rate-limit.ts';
import { type Envelope, isOperation, type Message, OPERATIONS } from './read-messages.ts';
import { resolveVisitor, sharedVisitor } from './shared-visitor.ts';

/** The result of a message: the interface's callback object with the message id. */
export interface MessageResult extends CallbackResponse {
  readonly id: string;
  /** Issues of form fields, worded for visitors. */
  readonly errors?: readonly ValidationIssue[];
  /** Present if the browser should rewrite the visitor's cookie. */
  readonly renew?: true;
}

/** The sender of messages and its limits. */
export interface Poster {
  readonly origin: string | undefined;
  /** Cookies of the script host. */
  readonly cookies: string | undefined;
  readonly address: string | undefined;
  /** The browser, unless the envelope names it. */
  readonly userAgent: string | undefined;
  /** Undefined: no limits. */
  readonly limits: LimitSettings | undefined;
  /** Whether messages with warnings are rejected. */
  readonly strict: boolean;
  /** That of the request with the messages. */
  readonly place: Place;
  /** Adds a warning to the request log. The page does not receive it. */
  warn(what: string): void;
}

/** The results, and the visitor that the browser should send to the script host from now on. */
export interface Applied {
  readonly results: readonly MessageResult[];
  readonly sharedVisitor: string | undefined;
}

/** The commands that can create a subscriber. */
const CREATING: ReadonlySet<string> = new Set(['identify', 'subscribe', 'submitForm']);

/** Applies messages in order, each atomically, and each id once. */
// Unspecified: U-27
export async function applyMessages(
  services: Services,
  accountId: string,
  envelope: Envelope,
  { origin, cookies, address, userAgent, limits, strict, place, warn }: Poster,
): Promise<Applied> {
  const { time_zone: sentZone, messages } = envelope;
  const sent = visitorIdOf(envelope.visitor) ?? null;
  const { visitor, renew, isShared } = await services.store.write(async (tx) => {
    const account = await findAccount(tx, accountId);
    if (!account) throw new NotFoundError('account', accountId);
    assertOriginAllowed(account, origin);
    const isShared = account.data.enable_third_party_cookies;
    const shared = isShared ? sharedVisitor(cookies, accountId) : undefined;
    const uuid = await resolveVisitor(tx, accountId, sent, shared);
    const context = openContext({ services, tx, accountId, place }, 'script');
    const signups = messages.filter(({ command }) => CREATING.has(command)).length;
    if (limits) await enforceRateLimit(context, { visitor: uuid, address, signups }, limits);
    const page = pageOf(messages[0], envelope);
    const { url: landing_url, referrer: original_referrer, user_agent = userAgent } = page;
    // Browsers may send unknown zones such as `Etc/Unknown`.
    const time_zone = sentZone === undefined ? undefined : olsonName(sentZone);
    const origins = { user_agent, time_zone, landing_url, original_referrer };
    const visitor = await seeVisitor(context, uuid, origins);
    return { visitor, renew: await isToRenew(context, visitor), isShared };
  }, accountId);
  const results: MessageResult[] = [];
  const pageRoom: PageRoom = {}; // counted once for all messages
  const pause = turns();
  for (const message of messages) {
    await pause();
    const result = await applyOnce({ services, accountId, visitorUuid: visitor.uuid, pageRoom }, message, {
      url: pageOf(message, envelope).url,
      at: timeOf(message, envelope, services.clock.now()),
      address: address && plainAddress(address),
      strict,
      place,
      warn,
    });
    if (result.error !== undefined) warn(`${message.command.slice(0, MAX_NAME)}: ${result.error}`);
    results.push(renew ? { ...result, renew } : result);
  }
  return { results, sharedVisitor: isShared ? visitor.uuid : undefined };
}

/** Days for which results are stored. The page script keeps messages for seven days. */
const DAYS_REMEMBERED = 8;
/** Number of results retained regardless of age, because the server's clock may have been advanced. */
const MESSAGES_REMEMBERED = 10_000;
/** Maximum number of results, because anyone can post messages. */
const MAX_MESSAGES = 200_000;

/** Stores the result of a message for as long as the message may be repeated. */
// Unspecified: U-134
async function remember({ services, tx, accountId }: Context, id: string, result: MessageResult) {
  const now = services.clock.now();
  await scriptMessages.insert(tx, accountId, { id, receivedAt: isoTime(now), result });
  if (!isTimeToPrune(services, MESSAGES_REMEMBERED)) return;
  const before = isoTime(now - DAYS_REMEMBERED * 24 * 60 * 60 * 1000);
  await pruneMessageResults(tx, accountId, { before, kept: MESSAGES_REMEMBERED, most: MAX_MESSAGES });
}

/** Maximum length of names in messages. */
const MAX_NAME = 50;
const MAX_REASON = 1000;
const MAX_ISSUES = 20;

const wordsOf = (issues: readonly ValidationIssue[]) =>
  issues
    .slice(0, MAX_ISSUES)
    .map(({ message }) => message)
    .join('; ');

interface MessageSender {
  readonly services: Services;
  readonly accountId: string;
  readonly visitorUuid: string;
  readonly pageRoom: PageRoom;
}

async function applyOnce(
  { services, accountId, visitorUuid, pageRoom }: MessageSender,
  { id, command, arguments: input }: Message,
  messageContext: MessageContext,
): Promise<MessageResult> {
  const answer = (anonymous: boolean, error?: string): MessageResult => ({
    id,
    success: error === undefined,
    visitor_uuid: visitorUuid,
    anonymous,
    ...(error !== undefined && { error }),
  });
  const find = (tx: Transaction) => visitors.find(tx, accountId, { uuid: visitorUuid });
  const isAnonymous = async () => !(await services.store.read(find, accountId))?.subscriberId;
  if (!isOperation(command)) {
    return answer(await isAnonymous(), `Unknown command '${command.slice(0, MAX_NAME)}'.`);
  }
  const { value, warnings, issues } = parseRecord<Schema>(OPERATIONS[command], input);
  if (issues.length) return answer(await isAnonymous(), wordsOf(issues));
  const inexact = warnings.map(({ text }) => text);
  if (messageContext.strict && inexact.length > 0) return answer(await isAnonymous(), inexact.join('; '));
  for (const warning of inexact) messageContext.warn(`${command}: ${warning}`);
  try {
    return await services.store.write(async (tx) => {
      const stored = await scriptMessages.pick(tx, accountId, { id }, 'result');
      if (stored !== undefined) return stored as MessageResult; // stored below
      const { place } = messageContext;
      const context = openContext({ services, tx, accountId, place }, 'script');
      context.cache.pageRoom = pageRoom;
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
    }, accountId);
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

/** The time for which the page script keeps messages, in milliseconds. */
const MAX_WAIT = 7 * 24 * 60 * 60 * 1000;

const pageOf = (message: Message | undefined, { page = {} }: Envelope) => message?.page ?? page;

/** The time of a message, in milliseconds since 1970. Browser clocks may be wrong, but their difference tells how long a message waited. */
// Unspecified: U-128
function timeOf({ sent_at: time }: Message, { sent_at: sent }: Envelope, now: number): number {
  if (time === undefined || sent === undefined) return now;
  const waited = sent - parseTime(time);
  return now - Math.min(Math.max(waited, 0), MAX_WAIT);
}
