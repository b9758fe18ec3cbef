/** Typed client of the service. Start with `createClient`. */
export { BulkError } from './bulk/bulk-error.ts';
export type { BulkJob } from './bulk/bulk-job.ts';
export type { BulkOptions, BulkSource, Checkpoint, CheckpointStore, RecordRange } from './bulk/options.ts';
export type {
  BulkChunk,
  BulkProgress,
  BulkSummary,
  ChunkOutcome,
  FailedChunk,
  RejectedRecord,
} from './bulk/progress.ts';
export { type ClientOf as Client, createClient } from './client.ts';
export type { CampaignWithForms } from './contract/campaigns.ts';
export type { Page, PageMeta } from './contract/schema/envelope.ts';
export type { ErrorEntry, ValidationCode } from './contract/schema/errors.ts';
export { BATCH_LIMIT } from './contract/schema/layout.ts';
export type { BudgetName } from './contract/schema/limits.ts';
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
export { FetchError } from './core/fetch-error.ts';
export type { AnsweredAttempt, Attempt, FailedAttempt, Hooks, WaitingAttempt } from './core/hooks.ts';
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
export type {
  Account,
  ActivitiesAccepted,
  ActivityAccepted,
  Broadcast,
  BroadcastQuery,
  Campaign,
  CampaignQuery,
  CampaignSubscriberInput,
  CampaignSubscriberQuery,
  CampaignSubscription,
  CampaignSubscriptionQuery,
  CartActivity,
  EventActionQuery,
  EventInput,
  Form,
  Goal,
  GoalQuery,
  OrderActivity,
  OrderInput,
  ProductActivity,
  Purchase,
  PurchaseInput,
  PurchaseQuery,
  RefundInput,
  RemoveQuery,
  Subscriber,
  SubscriberInput,
  SubscriberQuery,
  TagInput,
  UnsubscribeInput,
  User,
  Webhook,
  WebhookInput,
  Workflow,
  WorkflowQuery,
  WorkflowStartInput,
  WorkflowTrigger,
  WorkflowTriggerInput,
} from './records.generated.ts';
export type { Logger } from './telemetry/log.ts';
export type { CallRecord, Operation, Telemetry } from './telemetry/telemetry.ts';
export type { AccountNames, EventInputOf, SubscriberInputOf } from './typed-client.ts';
