/** Data that the interface never returns. Their numbers are unknown too. */
export const NEVER_READABLE = {
  events: null,
  orders: null,
  carts: null,
  conversions: null,
  deliveries: null,
  'lead scoring': null,
  'dynamic content': null,
} as const;
