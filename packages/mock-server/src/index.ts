export { UnknownAccount } from './admin/account-ids.ts';
export { UnknownCheckpointError } from './admin/checkpoints/checkpoint.ts';
export type { ChangedThing, Difference, NounDifference, Thing } from './admin/checkpoints/difference.ts';
export type { State } from './admin/checkpoints/read-state.ts';
export { StateError } from './admin/checkpoints/read-state.ts';
export { UnmetExpectation } from './admin/expect-request.ts';
export type { AccountSummary } from './admin/operations/accounts.ts';
export type { Application, NewApplication } from './admin/operations/applications.ts';
export type { Duration, TimeControl } from './admin/operations/clock.ts';
export type { Preview, PreviewChoice } from './admin/operations/email-preview.ts';
export type { MailWithDelivery } from './admin/operations/mail.ts';
export type { Commerce } from './admin/operations/records.ts';
export type { ExpectOptions, RequestStatus, RequestWarning } from './admin/operations/requests.ts';
export type { NewAccount, Tenant } from './admin/operations/tenant.ts';
export type { Trace, TraceRow } from './admin/operations/trace.ts';
export type { WebhookView } from './admin/operations/webhooks.ts';
export type { WhyNotSubject } from './admin/operations/why-not.ts';
export type {
  EmailPlan,
  EntryPlan,
  LimitPlan,
  NewNames,
  NounPlan,
  Plan,
  RecordExample,
  RefusalPlan,
  RequestPlan,
  WarningPlan,
  WebhookPlan,
} from './admin/rehearsal/plan.ts';
export type { Checkpoint } from './admin/runtime.ts';
export type { Connection } from './admin/scope.ts';
export type { CloseOptions, Server } from './admin/server-control.ts';
export type { WatchOptions } from './admin/watch.ts';
export type { WhyNotAnswer } from './admin/why-not/verdict.ts';
export type { LimitSettings } from './api/http/limits.ts';
export type { ListenOptions } from './api/http/port.ts';
export type { AnsweredRequest } from './api/http/record-request.ts';
export type { ClockSettings } from './domain/context/services.ts';
export type { Finding } from './domain/rules.ts';
export type { Fault, FaultInput, FaultPlace } from './faults/rule.ts';
export { FaultError } from './faults/rule.ts';
export type { AdvanceResult } from './jobs/advance-clock.ts';
export type {
  ErrorLogEntry,
  LogEntry,
  LogLevel,
  RequestLogEntry,
  ServerLogEntry,
} from './observe/log/log-entry.ts';
export type { RequestFilter } from './observe/request-log/find.ts';
export type { RetentionSettings } from './observe/request-log/log.ts';
export type { RecordedRequest } from './observe/request-log/recorded-request.ts';
export type { ServerOptions } from './options.ts';
export type { AccountExtension, ExtensionResult } from './seed/extend-account.ts';
export { readSeed } from './seed/read-seed.ts';
export type { AccountSeed, Seed } from './seed/schema.ts';
export { SeedError } from './seed/validate.ts';
export { createServer } from './server.ts';
export type { Clock } from './shared/platform/timers.ts';
export { OptionsError, ServerClosed } from './shared/values/errors.ts';
export type { OperationName } from './shared/values/operation-names.ts';
export type { OAuthTokenRow } from './store/tables/accounts.ts';
export type { CartRow, OrderRow, ProductRow, RefundRow } from './store/tables/commerce.ts';
export type { ContentCall } from './store/tables/content-calls.ts';
export type { ConversionRow } from './store/tables/conversions.ts';
export type { DeliveryRow } from './store/tables/deliveries.ts';
export type { DomainEvent, NumberedEvent } from './store/tables/domain-events.ts';
export type { EventRow } from './store/tables/events.ts';
export type { FormSubmissionRow } from './store/tables/form-submissions.ts';
export type { NoticeRow } from './store/tables/notices.ts';
export type { Forwarding, MailPurpose, OutboxMail } from './store/tables/outbox.ts';
export type { Outcome } from './store/tables/outcomes.ts';
export type {
  WebhookAnswer,
  WebhookAttempt,
  WebhookDeliveryRow,
} from './store/tables/webhook-deliveries.ts';
export type { MembershipRow } from './store/tables/workflow-memberships.ts';
