import { field as f, type Schema, schema, WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import type { RequestFilter } from '../../../observe/request-log/find.ts';
import { CampaignChange } from '../../../seed/schema.ts';
import { OPERATION_NAMES } from '../../../shared/values/operation-names.ts';
import { schemaProblems } from '../../../shared/values/schema-problems.ts';
import type { DeliveryFilter } from '../../../store/tables/deliveries.ts';
import type { OutboxFilter } from '../../../store/tables/outbox.ts';
import type { WebhookDeliveryFilter } from '../../../store/tables/webhook-deliveries.ts';
import type { PreviewChoice } from '../../operations/email-preview.ts';
import type { ServerControl } from '../index.ts';
import type {
  ConversionFilter,
  EventFilter,
  FormSubmissionFilter,
  MembershipFilter,
  OutcomeFilter,
  TimelineFilter,
} from '../records.ts';
import type { ExpectOptions } from '../requests.ts';
import {
  anything,
  ofAccount,
  optionalAccountId,
  options,
  optionsOf,
  required,
  type ShapeOf,
  takes,
  text,
} from './arguments.ts';
import type { Argument, Signatures } from './guard.ts';

interface Choice {
  readonly accountId?: string | undefined;
}

const id = () => f.optional(f.name());
const event = () => f.optional(f.oneOf(...WEBHOOK_EVENTS));
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** A filter on the records of one account. */
const filterOf = <T>(shape: () => ShapeOf<T>) =>
  options(
    'filter',
    optionsOf<T & Choice>(() => ({ ...ofAccount(), ...shape() }) as ShapeOf<T & Choice>),
  );

/** An account id and further options. */
const choiceOf = <T>(shape: () => ShapeOf<T>) => ({ ...filterOf(shape), name: 'choice' });
const choice = choiceOf(() => ({}));

/** An HTTP method, case-insensitive. */
const method = () =>
  z.string().check(
    z.refine((value) => (METHODS as readonly string[]).includes(value.toUpperCase()), {
      params: { code: 'format_error' },
    }),
  );

const requestFilter = filterOf<Omit<RequestFilter, 'accountId'>>(() => ({
  operation: f.optional(f.oneOf(...OPERATION_NAMES)),
  method: f.optional(method()),
  path: f.optional(f.name()),
  query: f.optional(z.unknown()),
  status: f.optional(f.integerBetween(100, 599)),
  body: f.optional(z.unknown()),
  after: f.optional(f.integerFrom(0)),
}));

const Expect = optionsOf<ExpectOptions>(() => ({
  times: f.optional(f.integerFrom(0)),
  within: f.optional(f.number()),
}));

/** A fault. `validateFault` checks it; only its account is looked up here. */
const fault: Argument = {
  ...anything('fault'),
  accountIn: (value) => (value as { readonly account?: unknown } | null)?.account,
};

const bySchema = (name: string, shape: Schema): Argument => required(options(name, shape));
const Event = schema(() => f.oneOf(...WEBHOOK_EVENTS));
const eventName: Argument = {
  ...text('event'),
  problems: (value) =>
    schemaProblems(
      optionsOf<{ event: string }>(() => ({ event: Event() })),
      { event: value },
    ),
};

const previewShape = (): ShapeOf<PreviewChoice> => ({
  content: f.optional(f.oneOf('fetch', 'none')),
  subscriber: f.name(),
  campaignId: id(),
  emailIndex: f.optional(f.integerFrom(0)),
  broadcastId: id(),
});
const ofMailing = () => f.needsOneOf('campaignId', 'broadcastId');
const Preview = schema(() => z.strictObject(previewShape()).check(...ofMailing()));
const TestEmail = schema(() => z.strictObject({ ...previewShape(), to: f.email() }).check(...ofMailing()));
/** The member names of a campaign change. The campaign code coerces the values. */
const CampaignNames = schema(() => {
  const names = Object.keys(CampaignChange().shape);
  return z.strictObject(Object.fromEntries(names.map((name) => [name, f.optional(z.unknown())])));
});

const Schedule = optionsOf<{ send_at: string }>(() => ({ send_at: f.isoTime() }));

const mail: Signatures<ServerControl['mail']> = {
  deliveries: takes(
    filterOf<DeliveryFilter>(() => ({ subscriberId: id(), campaignId: id(), broadcastId: id() })),
  ),
  open: takes(text('deliveryId'), choice),
  click: takes(
    text('deliveryId'),
    text('url'),
    choiceOf<{ userAgent: string; ipAddress: string }>(() => ({
      userAgent: f.optional(f.text()),
      ipAddress: f.optional(f.text()),
    })),
  ),
  bounce: takes(
    text('deliveryId'),
    choiceOf<{ isHard: boolean }>(() => ({ isHard: f.optional(f.boolean()) })),
  ),
  complain: takes(text('deliveryId'), choice),
  unsubscribe: takes(
    text('deliveryId'),
    choiceOf<{ scope: string }>(() => ({ scope: f.optional(f.oneOf('campaign', 'all')) })),
  ),
  makeDeliverable: takes(text('subscriberId'), choice),
  preview: takes(bySchema('email', Preview), choice),
  sendTest: takes(bySchema('email', TestEmail), choice),
};

const webhooks: Signatures<ServerControl['webhooks']> = {
  get: takes(text('webhookId'), choice),
  deliveries: takes(
    filterOf<WebhookDeliveryFilter>(() => ({
      webhookId: id(),
      state: f.optional(f.oneOf('pending', 'delivered', 'given_up', 'dropped')),
      event: event(),
      subscriberId: id(),
    })),
  ),
  replay: takes(text('deliveryId'), choice),
  trigger: takes(
    eventName,
    choiceOf<{ webhookId: string; subscriberId: string }>(() => ({ webhookId: id(), subscriberId: id() })),
  ),
  enable: takes(text('webhookId'), choice),
  disable: takes(text('webhookId'), choice),
};

/** Signatures of the functions that servers and tenants share. */
export const controlSignatures: Signatures<ServerControl> = {
  events: takes(filterOf<Omit<EventFilter, 'accountId'>>(() => ({ subscriberId: id(), event: event() }))),
  timeline: takes(filterOf<Omit<TimelineFilter, 'accountId'>>(() => ({ subscriberId: id() }))),
  conversions: takes(
    filterOf<Omit<ConversionFilter, 'accountId'>>(() => ({ goalId: id(), subscriberId: id() })),
  ),
  formSubmissions: takes(filterOf<Omit<FormSubmissionFilter, 'accountId'>>(() => ({ formId: id() }))),
  commerce: takes(optionalAccountId),
  memberships: takes(filterOf<Omit<MembershipFilter, 'accountId'>>(() => ({ workflowId: id() }))),
  outcomes: takes(filterOf<Omit<OutcomeFilter, 'accountId'>>(() => ({ requestId: id() }))),
  requests: { find: takes(requestFilter), clear: takes(optionalAccountId) },
  expectRequest: takes(required(requestFilter), options('options', Expect)),
  requestStatus: takes(text('requestId'), choice),
  warnings: takes(requestFilter),
  faults: {
    add: takes(fault),
    webhook: takes(text('id'), fault),
    list: takes(),
    clear: takes({ ...text('id'), isOptional: true }),
  },
  snapshot: takes(choice),
  restore: takes(text('id')),
  diff: takes(text('since')),
  checkpoints: takes(),
  forget: takes({ ...text('id'), isOptional: true }),
  exportState: takes(choice),
  importState: takes(anything('state')),
  outbox: takes(filterOf<OutboxFilter>(() => ({ to: id(), subscriberId: id() }))),
  contentCalls: takes(choice),
  mail,
  broadcasts: {
    schedule: takes(text('broadcastId'), bySchema('when', Schedule), choice),
    cancel: takes(text('broadcastId'), choice),
  },
  campaigns: { change: takes(text('campaignId'), bySchema('change', CampaignNames), choice) },
  webhooks,
  notices: takes(choice),
};
