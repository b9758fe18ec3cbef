/** The limits of the interface ("Limits"), beside those that stand with their nouns. */
export const LIMITS = {
  /** Requests an hour to all endpoints but the batches. */
  individualRequestsPerHour: 3600,
  /** Requests an hour to the batch endpoints. */
  batchRequestsPerHour: 50,
  /** Records an hour in batches. */
  batchUpdatesPerHour: 50_000,
  /** Updates of one subscriber at a time. */
  concurrentUpdatesPerSubscriber: 1,
  /** Days for which a webhook is sent again. */
  webhookRetryDays: 3,
} as const;

/** The headers that tell how much of an hour's budget there is, and how much is left. */
export const RATE_LIMIT_HEADERS = {
  limit: 'X-RateLimit-Limit',
  remaining: 'X-RateLimit-Remaining',
} as const;

/** The media type that requests and responses are sent with; `application/json` is read as well. */
export const MEDIA_TYPE = 'application/vnd.api+json';
