/** The states of webhook deliveries in words. */
export const DELIVERY_WORDS = {
  delivered: 'delivered',
  pending: 'retrying',
  given_up: 'gave up',
  dropped: 'dropped',
  held: 'held',
} as const;

/** The state of a webhook delivery in a word. One that waits is retried once an attempt has failed. */
export function wordOfDelivery(state: string, attempts: number): string {
  if (state === 'pending' && attempts === 0) return 'waiting';
  return Object.hasOwn(DELIVERY_WORDS, state) ? DELIVERY_WORDS[state as keyof typeof DELIVERY_WORDS] : state;
}
