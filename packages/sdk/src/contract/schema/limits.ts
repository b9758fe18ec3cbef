/** General limits of the interface ("Limits"). Limits of a single noun are in its own file. */
export const LIMITS = {
  /** Requests per hour to all endpoints except batches. */
  individualRequestsPerHour: 3600,
  /** Requests per hour to the batch endpoints. */
  batchRequestsPerHour: 50,
  /** Records per hour in batches. */
  batchUpdatesPerHour: 50_000,
  /** Simultaneous updates of one subscriber. */
  concurrentUpdatesPerSubscriber: 1,
  /** Days during which a failed webhook delivery is retried. */
  webhookRetryDays: 3,
} as const;

/** Response headers with the hourly limit and the remaining requests. */
export const RATE_LIMIT_HEADERS = {
  limit: 'X-RateLimit-Limit',
  remaining: 'X-RateLimit-Remaining',
} as const;

/** Media type of requests and responses. `application/json` is accepted too. */
export const MEDIA_TYPE = 'application/vnd.api+json';

/** The hourly rate limits ("Limits"): single requests, batch requests, and records in batches. */
export type BudgetName = 'individual' | 'batch' | 'records';
