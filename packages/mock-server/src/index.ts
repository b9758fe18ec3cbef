export type { Application, Applications, NewApplication } from './applications.ts';
export { type Checkpoint, type CheckpointFace, UnknownCheckpoint } from './checkpoints/checkpoints.ts';
export type { ChangedThing, Difference, NounDifference, Thing } from './checkpoints/difference.ts';
export { StateError } from './checkpoints/read-state.ts';
export type { State } from './checkpoints/state.ts';
export type { Preview, PreviewChoice } from './domain/mail-preview.ts';
export type { FaultControl, FaultFace } from './faults/face.ts';
export type { Fault, FaultInput, FaultPlace } from './faults/fault.ts';
export { FaultError } from './faults/validate-fault.ts';
export type { AnsweredRequest } from './http/attend.ts';
export type { LimitSettings } from './http/limits.ts';
export type { ListenOptions } from './http/listen.ts';
export type { BroadcastControl, CampaignControl, MailControl, MailFace } from './mail/face.ts';
export { OptionsError, ServerClosed } from './options/guard.ts';
export { UnknownAccount } from './options/known-accounts.ts';
export type { OperationName } from './options/operation-names.ts';
export type {
  Commerce,
  ConversionFilter,
  EventFilter,
  FormSubmissionFilter,
  MembershipFilter,
  OutcomeFilter,
  Readers,
  TimelineFilter,
} from './readers.ts';
export type { RequestFilter } from './requests/find.ts';
export type { LedgerSettings } from './requests/ledger.ts';
export type { RecordedRequest } from './requests/recorded-request.ts';
export type { RequestStatus } from './requests/request-status.ts';
export {
  type ExpectOptions,
  type RequestFace,
  type Requests,
  type RequestWarning,
  UnmetExpectation,
} from './requests/requests.ts';
export type { Graft, Grafted } from './seed/graft.ts';
export type { AccountSeed, Seed } from './seed/schema.ts';
export { SeedError } from './seed/validate.ts';
export {
  type CloseOptions,
  type Connection,
  createServer,
  type Server,
  type ServerOptions,
} from './server.ts';
export type { ClockSettings } from './server-clock.ts';
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
export type { AccountFace, AccountSummary, NewAccount, Tenant } from './tenant.ts';
export type { ClockChoice, Duration, Happenings, TimeControl } from './time-control.ts';
export type { WatchOptions } from './watch.ts';
export type { WebhookControl, WebhookFace, WebhookView } from './webhooks/face.ts';
export type { Clock } from './world.ts';
