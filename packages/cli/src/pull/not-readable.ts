/** What the interface delivers to nobody. Their numbers are unknown too. */
export const NEVER_READABLE = {
  events: null,
  orders: null,
  carts: null,
  conversions: null,
  deliveries: null,
  'lead scoring': null,
  'dynamic content': null,
} as const;
