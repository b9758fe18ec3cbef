import type { Finding } from '../../domain/rules.ts';
import { isoTime } from '../../shared/values/time.ts';
import type { AdminContext } from '../scope.ts';

/** Why something has not reached a subscriber, or that it has. */
export interface WhyNotAnswer {
  /** `done` if it has reached the subscriber, `planned` if it will, `kept_back` if a rule or its time keeps it back. */
  readonly verdict: 'done' | 'planned' | 'kept_back';
  /** The reason in a sentence. */
  readonly text: string;
  /** When it reached the subscriber, or will, ISO 8601; null if unknown. */
  readonly at: string | null;
  /** The email or the webhook delivery that reached the subscriber, or the one on its way; null if there is none. */
  readonly ref: { readonly type: 'email' | 'webhook_delivery'; readonly id: string } | null;
  /** The rules that were checked, in order. The first that is `broken` keeps it back. */
  readonly rules: readonly Finding[];
}

/** The answer that it has reached the subscriber. */
export const done = (
  text: string,
  answer: Partial<WhyNotAnswer> & Pick<WhyNotAnswer, 'at'>,
): WhyNotAnswer => ({
  verdict: 'done',
  text,
  ref: null,
  rules: [],
  ...answer,
});

/** The next event, with its time in milliseconds since 1970; undefined if the time is unknown. */
export interface Outlook {
  readonly text: string;
  readonly at: number | undefined;
  readonly ref?: WhyNotAnswer['ref'];
}

/** Answers by the first rule that is broken. If none is, it is planned. */
export function judge(rules: readonly Finding[], { text, at, ref = null }: Outlook): WhyNotAnswer {
  const broken = rules.find(({ result }) => result === 'broken');
  if (broken) return { verdict: 'kept_back', text: broken.text, at: null, ref, rules };
  return { verdict: 'planned', text, at: at === undefined ? null : isoTime(at), ref, rules };
}

/** Whether the time of something has come. */
export function due({ scope, services, accountId }: AdminContext, what: string, at: number): Finding {
  const now = services.clock.now();
  const { speed } = scope.runtime.allServices.clockOf(accountId);
  const isFrozen = speed === 0 ? ', and is frozen' : '';
  const text = `${what} is due at ${isoTime(at)}. The clock says ${isoTime(now)}${isFrozen}.`;
  return { rule: 'due', result: at > now ? 'waits' : 'met', text, about: null };
}
