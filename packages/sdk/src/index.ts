/** Typed client of the service. Start with `createClient`. */
export { BulkError } from './bulk/bulk-error.ts';
export type { BulkJob } from './bulk/bulk-job.ts';
export type { Checkpoint, CheckpointStore, RecordRange } from './bulk/checkpoint.ts';
export type { BulkOptions, BulkSource } from './bulk/options.ts';
export type {
  BulkChunk,
  BulkProgress,
  BulkSummary,
  ChunkOutcome,
  FailedChunk,
  RejectedRecord,
} from './bulk/progress.ts';
export { type Client, createClient } from './client.ts';
export type { BudgetName } from './contract/budget-name.ts';
export type { CampaignWithForms } from './contract/campaigns.ts';
export type { Page, PageMeta } from './contract/schema/envelope.ts';
export type { ErrorEntry, ValidationCode } from './contract/schema/errors.ts';
export { BATCH_LIMIT } from './contract/schema/layout.ts';
export type { WebhookEvent, WebhookNotification, WebhookProperties } from './contract/webhook-events.ts';
export {
  ApiError,
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  RedirectError,
  ServerError,
  ValidationError,
} from './core/api-errors.ts';
export type { ApiPromise, WithResponse } from './core/api-promise.ts';
export type { Clock } from './core/clock.ts';
export {
  ConnectionError,
  HookError,
  InputError,
  type InputIssue,
  LimitReachedError,
  type RequestSummary,
  ResponseFormatError,
  ResponseSizeError,
  ResponseValidationError,
  TimeoutError,
  TrickleError,
} from './core/errors.ts';
export type {
  AnsweredAttempt,
  Attempt,
  FailedAttempt,
  Hooks,
  WaitingAttempt,
} from './core/hooks.ts';
export type { PageCall, ToArrayOptions } from './core/pagination.ts';
export type { ResponseWarning } from './core/response-warning.ts';
export type { Credentials } from './core/settings.ts';
export type { CallOptions, ClientOptions, Fetch, ResponseMode } from './options.ts';
export type {
  Allowances,
  Ask,
  BudgetOutcome as Outcome,
  Cost,
  Denied,
  Grant,
  LimitStore,
  LockRequest,
  Mark,
} from './rate-limits/budget.ts';
export type { LimitOptions } from './rate-limits/options.ts';
export type { Account } from './records/accounts.ts';
export type { Broadcast, BroadcastQuery } from './records/broadcasts.ts';
export type { CampaignSubscription, CampaignSubscriptionQuery } from './records/campaign-subscriptions.ts';
export type {
  Campaign,
  CampaignQuery,
  CampaignSubscriberInput,
  CampaignSubscriberQuery,
} from './records/campaigns.ts';
export type { EventActionQuery } from './records/event-actions.ts';
export type { EventInput } from './records/events.ts';
export type { Form } from './records/forms.ts';
export type { Goal, GoalQuery } from './records/goals.ts';
export type { OrderInput } from './records/orders.ts';
export type { Purchase, PurchaseInput, PurchaseQuery } from './records/purchases.ts';
export type { RefundInput } from './records/refunds.ts';
export type {
  ActivitiesAccepted,
  ActivityAccepted,
  CartActivity,
  OrderActivity,
  ProductActivity,
} from './records/shopper-activity.ts';
export type { RemoveQuery, Subscriber, SubscriberInput, SubscriberQuery } from './records/subscribers.ts';
export type { TagInput } from './records/tags.ts';
export type { UnsubscribeInput } from './records/unsubscribes.ts';
export type { User } from './records/user.ts';
export type { Webhook, WebhookInput } from './records/webhooks.ts';
export type { WorkflowTrigger, WorkflowTriggerInput } from './records/workflow-triggers.ts';
export type { Workflow, WorkflowQuery, WorkflowStartInput } from './records/workflows.ts';
export type { Logger } from './telemetry/log.ts';
export type { CallRecord, Operation, Telemetry } from './telemetry/telemetry.ts';
