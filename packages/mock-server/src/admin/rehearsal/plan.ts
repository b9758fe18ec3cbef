import type { WebhookEvent } from '@trickle/sdk/contract';

/*
 * The names of members are single words, since plans are the same in the process, over HTTP and in files that are committed.
 */

/** The effects of a program on an account, and their consequences. */
export interface Plan {
  readonly format: 'trickle-plan';
  readonly version: 1;
  /** The exit code of the program. Absent for a function. */
  readonly exit?: number | undefined;
  /** The days after the end of the program that the plan looks ahead. */
  readonly days: number;
  /** The records that were added, changed and deleted, by noun. Unchanged nouns are absent. */
  readonly records: readonly NounPlan[];
  /** Names that did not exist before. */
  readonly names: NewNames;
  /** Subscribers who enter campaigns and workflows, now or within the days ahead. */
  readonly entries: readonly EntryPlan[];
  /** Emails that go out, or no longer go out, because of the program. */
  readonly emails: readonly EmailPlan[];
  /** The number of emails that go out with or without the program. */
  readonly others: number;
  /** Webhook notifications that would be posted because of the program. */
  readonly webhooks: readonly WebhookPlan[];
  /** Requests by operation, as in `subscribers.upsert`. */
  readonly requests: readonly RequestPlan[];
  /** The hourly limits of the service. */
  readonly limits: readonly LimitPlan[];
  /** The least time, in seconds, that the program would wait for the hourly limits of the service. */
  readonly wait: number;
  /** The parts that the plan does not count exactly. */
  readonly notes: readonly string[];
}

/** The changes of the records of a noun. */
export interface NounPlan {
  /** For example `subscribers`. */
  readonly noun: string;
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
  /** Up to ten records, at least one of each kind of change if possible. */
  readonly examples: readonly RecordExample[];
}

/** A record that was added, changed or deleted. */
export interface RecordExample {
  readonly change: 'added' | 'changed' | 'deleted';
  /** An email address, a name or an id. */
  readonly label: string;
  /** The old and new value by member; null if absent. Only for changed records. */
  readonly changes?: Readonly<Record<string, readonly [before: unknown, now: unknown]>> | undefined;
}

export interface NewNames {
  readonly tags: readonly string[];
  /** Identifiers of custom fields. */
  readonly fields: readonly string[];
  /** Actions of custom events. */
  readonly actions: readonly string[];
}

/** Subscribers who enter a campaign or a workflow, and would not without the program. */
export interface EntryPlan {
  readonly kind: 'campaign' | 'workflow';
  readonly name: string;
  readonly count: number;
  /** Up to ten email addresses. */
  readonly examples: readonly string[];
}

/** An email of a campaign, a broadcast or a workflow, or emails of the service itself. */
export interface EmailPlan {
  readonly kind: 'campaign' | 'broadcast' | 'workflow' | 'confirmation' | 'notification' | 'test';
  /** The name of the campaign, broadcast or workflow; otherwise empty. */
  readonly name: string;
  /** The subject as it was written; empty for confirmations, notifications and tests. */
  readonly subject: string;
  /** The number of those that go out because of the program. */
  readonly count: number;
  /** The number of those that no longer go out because of the program. */
  readonly fewer: number;
  /** When the first one goes out, ISO 8601; null if none does. */
  readonly first: string | null;
}

export interface WebhookPlan {
  readonly event: WebhookEvent;
  /** The origin of the URL, since paths can contain secrets. */
  readonly receiver: string;
  readonly count: number;
}

export interface RequestPlan {
  readonly operation: string;
  readonly count: number;
  /** Requests that got an error, by status. */
  readonly refused: readonly RefusalPlan[];
  /** Possible mistakes that were accepted. */
  readonly warnings: readonly WarningPlan[];
}

export interface RefusalPlan {
  /** 0 if the connection was dropped. */
  readonly status: number;
  readonly count: number;
  /** The reason of the first one. */
  readonly problem: string;
}

export interface WarningPlan {
  readonly text: string;
  readonly count: number;
}

/** The use of one of the hourly limits. */
export interface LimitPlan {
  readonly budget: 'individual' | 'batch' | 'records';
  readonly used: number;
  /** The limit of the service. */
  readonly limit: number;
}
