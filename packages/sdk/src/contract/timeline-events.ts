/** The events recorded by the service ("Timeline events recorded by the service"). */
export const TIMELINE_EVENTS = Object.freeze([
  'Placed an order',
  'Updated an order',
  'Paid an order',
  'Fulfilled an order',
  'Canceled an order',
  'Refunded an order',
  'Created a cart',
  'Updated a cart',
] as const);

export type TimelineEvent = (typeof TIMELINE_EVENTS)[number];
