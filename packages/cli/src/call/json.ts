export const CALL_JSON = {
  prints: 'The result as the service returns it, or null if the operation has none.',
  members: {},
} as const;
