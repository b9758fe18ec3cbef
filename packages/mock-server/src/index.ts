export type {
  AccountControls,
  AccountSummary,
  NewAccount,
  Tenant,
} from './control/account-controls.ts';
export { UnknownAccount } from './control/arguments/known-accounts.ts';
export {
  type Checkpoint,
  UnknownCheckpointError,
} from './control/checkpoints/checkpoint.ts';
export type { CheckpointControls } from './control/checkpoints/checkpoints.ts';
export type { ChangedThing, Difference, NounDifference, Thing } from './control/checkpoints/difference.ts';
export type { State } from './control/checkpoints/read-state.ts';
export { StateError } from './control/checkpoints/read-state.ts';
export type { Connection } from './control/connection.ts';
export type {
  BroadcastControl,
  CampaignControl,
  EmailControl,
  EmailControls,
} from './control/email.ts';
export type { FaultControl, FaultControls } from './control/faults.ts';
export type { Application, Applications, NewApplication } from './control/oauth-applications.ts';
export type {
  Commerce,
  ConversionFilter,
  EventFilter,
  FormSubmissionFilter,
  MembershipFilter,
  OutcomeFilter,
  Readers,
  TimelineFilter,
} from './control/records.ts';
export type { RequestStatus } from './control/request-status.ts';
export {
  type ExpectOptions,
  type RequestControls,
  type Requests,
  type RequestWarning,
  UnmetExpectation,
} from './control/requests.ts';
export type { CloseOptions, Server } from './control/server-control.ts';
export type { AdvanceResult, ClockChoice, Duration, TimeControl } from './control/time.ts';
export type { WatchOptions } from './control/watch.ts';
export type { WebhookControl, WebhookControls, WebhookView } from './control/webhooks.ts';
export type { Preview, PreviewChoice } from './domain/email-delivery/preview.ts';
export type { Fault, FaultInput, FaultPlace } from './fault-injection/rule.ts';
export { FaultError } from './fault-injection/validate-rule.ts';
export type { LimitSettings } from './http/limits.ts';
export type { ListenOptions } from './http/listen.ts';
export type { AnsweredRequest } from './http/record-request.ts';
export type { Clock } from './platform/clock.ts';
export type { RequestFilter } from './request-log/find.ts';
export type { RetentionSettings } from './request-log/log.ts';
export type { RecordedRequest } from './request-log/recorded-request.ts';
export type { ServerOptions } from './runtime-options.ts';
export type { AccountExtension, ExtensionResult } from './seed/extend-account.ts';
export type { AccountSeed, Seed } from './seed/schema.ts';
export { SeedError } from './seed/validate.ts';
export { createServer } from './server.ts';
export type {
  ErrorLogEntry,
  LogEntry,
  LogLevel,
  RequestLogEntry,
  ServerLogEntry,
} from './server-log/log-entry.ts';
export type { OAuthTokenRow } from './store/accounts.ts';
export type { CartRow } from './store/carts.ts';
export type { ContentCall } from './store/content-calls.ts';
export type { ConversionRow } from './store/conversions.ts';
export type { DeliveryFilter, DeliveryRow } from './store/deliveries.ts';
export type { DomainEvent, NumberedEvent } from './store/domain-events.ts';
export type { EventRow } from './store/events.ts';
export type { FormSubmissionRow } from './store/form-submissions.ts';
export type { NoticeRow } from './store/notices.ts';
export type { OrderRow } from './store/orders.ts';
export type { Forwarding, MailPurpose, OutboxFilter, OutboxMail } from './store/outbox.ts';
export type { Outcome } from './store/outcomes.ts';
export type { ProductRow } from './store/products.ts';
export type { RefundRow } from './store/refunds.ts';
export type {
  WebhookAnswer,
  WebhookAttempt,
  WebhookDeliveryFilter,
  WebhookDeliveryRow,
} from './store/webhook-deliveries.ts';
export type { MembershipRow } from './store/workflow-memberships.ts';
export type { OperationName } from './values/operation-names.ts';
export { OptionsError, ServerClosed } from './values/usage-errors.ts';
export type { ClockSettings } from './world/server-clock.ts';
