import { field as f } from '@trickle/sdk/contract';
import type { LimitSettings } from '../../api/http/limits.ts';
import type { Context } from '../../domain/context/context.ts';
import type { RequestEntry } from '../../observe/request-log/log.ts';
import { countJobs } from '../../store/queries/jobs.ts';
import {
  countEmailsByHour,
  countEventsByHour,
  countRecords,
  countWebhookDeliveries,
  countWebhookDeliveriesByHour,
  listOpenWindows,
} from '../../store/queries/overview.ts';
import { nextRunAt } from '../../store/tables/jobs.ts';
import { notices } from '../../store/tables/notices.ts';
import { listRecords } from '../../store/tables/records.ts';
import { outagesOf } from '../../store/tables/webhook-deliveries.ts';
import { operation } from '../operation.ts';
import { searchAccount } from '../queries/search.ts';
import { inAccount } from '../scope.ts';

const HOUR = 3_600_000;
const BUDGETS = ['individual', 'batch', 'records'] as const;
const MAX_NOTICES = 5;

export const overview = {
  /** Counts what happened in an account in the last hours. */
  get: operation({
    route: 'GET /_admin/overview',
    answers:
      '`now`, `buckets` (one for each hour, oldest first), `refusals` (the most frequent reasons why requests were refused), `limits`, `counts`, `jobs`, `failing_webhooks` (those that fail or are disabled) and the newest `notices`.',
    input: () => ({
      /** The number of hours to count, from 1 to 168. Default 24. */
      hours: f.optional(f.integerBetween(1, 168)),
    }),
    async act(scope, { accountId, hours = 24 }) {
      const { limits, runtime } = scope;
      await runtime.windows.flush();
      return inAccount(scope, accountId, true, async (context) => {
        const { tx, accountId } = context;
        const now = context.services.clock.now();
        const entries = await runtime.requestLog.entries(accountId);
        const newest = { limit: MAX_NOTICES, isReversed: true };
        return {
          accountId,
          now: new Date(now).toISOString(),
          buckets: await bucketsOf(context, entries, now, hours),
          refusals: refusalsIn(entries, now - hours * HOUR),
          limits: limits ? await limitsOf(context, limits, now) : [],
          counts: await countRecords(tx, accountId),
          jobs: await jobsOf(context),
          failingWebhooks: await failingWebhooks(context),
          notices: (await notices.page(tx, accountId, {}, newest)).rows,
        };
      });
    },
  }),
  /** Finds records, tags, events, operations and requests by name or id. Each kind has a share of the results. */
  search: operation({
    route: 'GET /_admin/search',
    answers: '`results`, each with `type`, `id`, `title` and `detail`.',
    input: () => ({
      /** A part of a name, an email address or a URL, or an id; after a noun, as in `webhook crm`, only of that kind. Without it, nothing is found. */
      q: f.optional(f.text()),
      /** The maximum number of results, from 1 to 100. Default 20. */
      limit: f.optional(f.integerBetween(1, 100)),
    }),
    run: searchAccount,
  }),
};

/** The activity in each hour of the account's clock, oldest first. */
async function bucketsOf(
  { tx, accountId }: Context,
  entries: readonly RequestEntry[],
  now: number,
  hours: number,
) {
  const first = Math.floor(now / HOUR) - hours + 1;
  const since = nameOf(first);
  const events = await countEventsByHour(tx, accountId, since);
  const emails = await countEmailsByHour(tx, accountId, since);
  const deliveries = await countWebhookDeliveriesByHour(tx, accountId, first * HOUR);
  const requests = Map.groupBy(entries, (entry) => Math.floor(timeOf(entry) / HOUR));
  return Array.from({ length: hours }, (_, i) => {
    const hour = first + i;
    const name = nameOf(hour);
    return {
      start: new Date(hour * HOUR).toISOString(),
      requests: requests.get(hour)?.length ?? 0,
      failedRequests: requests.get(hour)?.filter(isFailed).length ?? 0,
      events: events.get(name) ?? 0,
      emails: emails.get(name) ?? 0,
      webhookDeliveries: deliveries.get(hour)?.all ?? 0,
      failedWebhookDeliveries: deliveries.get(hour)?.failed ?? 0,
    };
  });
}

/** The first characters of the times in an hour since 1970. */
const nameOf = (hour: number) => new Date(hour * HOUR).toISOString().slice(0, 13);

const timeOf = ({ at, accountAt = at }: RequestEntry): number => accountAt;

const isFailed = ({ status = Infinity }: RequestEntry): boolean => status >= 400;

const MAX_REFUSALS = 5;

/** The most frequent reasons why requests were refused since a time, each with the newest request. Faults are injected on purpose, so they do not count. */
function refusalsIn(entries: readonly RequestEntry[], since: number) {
  const refused = entries.flatMap((entry) => {
    const { id, status, operation, problem, faultId } = entry;
    const isCounted =
      status !== undefined && status >= 400 && faultId === undefined && timeOf(entry) >= since;
    return isCounted && problem !== undefined ? [{ id, status, operation, problem }] : [];
  });
  const groups = Map.groupBy(
    refused,
    ({ status, operation, problem }) => `${status} ${operation} ${problem}`,
  );
  return Array.from(groups.values(), (group) => {
    const { id: requestId, ...reason } = group.at(-1) as (typeof refused)[number]; // a group has a member
    return { ...reason, count: group.length, requestId };
  })
    .sort((one, other) => other.count - one.count)
    .slice(0, MAX_REFUSALS);
}

/** The most used window of each hourly limit. */
async function limitsOf({ tx, accountId }: Context, settings: LimitSettings, now: number) {
  const open = await listOpenWindows(tx, accountId, now - HOUR);
  return BUDGETS.map((budget) => {
    const window = open.find((one) => one.budget === budget);
    return {
      budget,
      used: window?.used ?? 0,
      limit: settings[budget],
      resetsAt: window ? new Date(window.openedAt + HOUR).toISOString() : null,
    };
  });
}

async function jobsOf({ tx, accountId, services }: Context) {
  const next = await nextRunAt(tx, { accountId }, { of: services.instance });
  return {
    waiting: await countJobs(tx, accountId, { state: 'waiting' }),
    running: await countJobs(tx, accountId, { state: 'running' }),
    failed: await countJobs(tx, accountId, { state: 'failed' }),
    nextRunAt: next === undefined ? null : new Date(next).toISOString(),
  };
}

/** The webhooks whose receivers fail, and those that are disabled, perhaps for that reason. */
async function failingWebhooks({ tx, accountId }: Context) {
  const outages = await outagesOf(tx, accountId);
  const { rows } = await listRecords(tx, accountId, 'webhooks');
  const found = rows.filter(({ id, status }) => outages.has(id) || status !== 'active');
  if (found.length === 0) return [];
  const figures = await countWebhookDeliveries(tx, accountId);
  return found.map(({ id, status, data }) => ({
    id,
    url: data.post_url,
    status,
    failingSince: outages.get(id) ?? null,
    failures: figures.get(id)?.failures ?? 0,
  }));
}
