/** The message of a color. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'neutral';

/** The tone of the states that records have, everywhere. */
const TONES: Readonly<Record<string, Tone>> = {
  active: 'good',
  delivered: 'good',
  done: 'good',
  sent: 'good',
  paid: 'good',
  clicked: 'good',
  opened: 'info',
  completed: 'info',
  scheduled: 'info',
  running: 'info',
  waiting: 'warn',
  disabled: 'warn',
  held: 'warn',
  pending: 'warn',
  paused: 'warn',
  retrying: 'warn',
  refused: 'warn',
  failed: 'bad',
  failing: 'bad',
  'gave up': 'bad',
  given_up: 'bad',
  dropped: 'bad',
  bounced: 'bad',
  complained: 'bad',
  removed: 'bad',
  unsubscribed: 'bad',
  undeliverable: 'bad',
};

/** The tone of a state, such as `delivered`. */
export const toneOfState = (state: string): Tone => TONES[state] ?? 'neutral';

/** The tone of an HTTP status; undefined is a dropped connection. */
export function toneOfStatus(status: number | undefined): Tone {
  if (status === undefined || status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return status >= 300 ? 'info' : 'good';
}

/** The tone of an event of a subscriber, such as `subscriber.created`. */
export function toneOfEvent(event: string): Tone {
  if (/unsubscribed|bounced|complained|undeliverable|deleted|removed_from/.test(event)) return 'bad';
  return /created|became|reactivated/.test(event) ? 'good' : 'neutral';
}
