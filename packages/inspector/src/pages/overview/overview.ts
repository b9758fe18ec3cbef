/** What happened in one hour of the account's clock. */
export interface Bucket {
  /** ISO 8601. */
  readonly start: string;
  readonly requests: number;
  readonly failed_requests: number;
  readonly events: number;
  readonly emails: number;
  readonly webhook_deliveries: number;
  readonly failed_webhook_deliveries: number;
}

/** The hourly limit of a kind of request, and how much of it is used. */
export interface Limit {
  readonly budget: string;
  readonly used: number;
  readonly limit: number;
  readonly resets_at: string | null;
}

/** A notice from the service to the account's users. */
export interface Notice {
  readonly id: string;
  readonly kind: string;
  readonly message: string;
  readonly details: Readonly<Record<string, string>>;
  readonly created_at: string;
}

/** A webhook whose last deliveries failed. */
export interface FailingWebhook {
  readonly id: string;
  readonly url: string;
  readonly status: string;
  readonly failures: number;
}

/** The answer of `GET /_admin/overview`. */
export interface Overview {
  readonly now: string;
  /** Oldest first. */
  readonly buckets: readonly Bucket[];
  readonly limits: readonly Limit[];
  readonly counts: Readonly<Record<string, number>>;
  readonly jobs: { readonly waiting: number; readonly failed: number; readonly next_run_at: string | null };
  readonly failing_webhooks: readonly FailingWebhook[];
  readonly notices: readonly Notice[];
}
