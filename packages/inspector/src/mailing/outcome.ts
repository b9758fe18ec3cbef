/** When a recipient did something with an email. */
interface Times {
  readonly complained_at: string | null;
  readonly bounced_at: string | null;
  readonly unsubscribed_at: string | null;
  readonly clicked_at: string | null;
  readonly opened_at: string | null;
}

const OUTCOMES = ['complained', 'bounced', 'unsubscribed', 'clicked', 'opened'] as const;

/** What became of an email that was sent to a subscriber, the most important first. */
export const outcomesOf = (email: Times | null | undefined): readonly string[] =>
  email ? OUTCOMES.filter((outcome) => email[`${outcome}_at`] !== null) : [];
