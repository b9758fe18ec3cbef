import { field as f } from '@trickle/sdk/contract';
import type { Fault } from '../../faults/rule.ts';
import { turns } from '../../shared/platform/timers.ts';
import { nameOf, rowsAbove } from '../../store/engine/place.ts';
import { type Fragment, plain, sql } from '../../store/engine/sql.ts';
import { findRecord } from '../../store/tables/records.ts';
import { findSubscriberBy } from '../../store/tables/subscribers.ts';
import { operation } from '../operation.ts';
import { withEmails } from '../queries/emails-of-subscribers.ts';
import { type Arranged, arrange } from '../queries/history/arrange.ts';
import { findById, findStart, type Start } from '../queries/history/find-start.ts';
import { type Account, findRequest, impliedBy, read, rootOf } from '../queries/history/implied.ts';
import { type Item, namedBy, type Reference } from '../queries/history/items.ts';
import { readFrom, SOURCES, type Source } from '../queries/history/sources.ts';
import type { AdminContext } from '../scope.ts';
import { whyNotCampaign } from '../why-not/campaign.ts';
import type { WhyNotAnswer } from '../why-not/verdict.ts';
import { whyNotWorkflow } from '../why-not/workflow.ts';

/** A request or an action, something that it led to, or something that waits. */
export interface TraceRow {
  /** The place of the row in the trace, from 1. */
  readonly number: number;
  /** The number of the row that led to it; null for the first row. */
  readonly parent: number | null;
  readonly type: Item['type'];
  readonly id: string;
  /** ISO 8601, on the account's clock. */
  readonly at: string;
  readonly subscriberId: string | null;
  /** The email address of the subscriber; null without one. */
  readonly email: string | null;
  readonly sentence: string;
  readonly state: 'done' | 'waiting' | 'failed' | 'refused';
  /** When a wait ends, ISO 8601; null if the row does not wait, or until something happens. */
  readonly until: string | null;
  /** The record that tells more; null without one. */
  readonly ref: Reference | null;
}

/** The effects of a request or an action. */
export interface Trace {
  /** The number of the row that was asked for; null if the trace does not have it any more. */
  readonly of: number | null;
  /** The number of rows. */
  readonly total: number;
  /** Whether there are more than were read: `total` does not count them. */
  readonly isCut: boolean;
  /** In the order in which they happened, each after the row that led to it. */
  readonly rows: readonly TraceRow[];
}

export const traceControls = {
  /**
   * Reads what a request or an action led to: events, conversions, campaigns and workflows entered, emails, webhook
   * deliveries with their attempts, and what waits. Takes the id of any of these rows, or the email address of a subscriber
   * for what concerned them last.
   */
  trace: operation({
    name: 'requests.trace',
    route: 'GET /_admin/trace',
    answers:
      '`rows` in the order in which they happened, each with its `number`, the number of its `parent`, `type`, `id`, `at`, `until`, `subscriber_id`, `email`, `sentence`, `state` and `ref`; the number `of` the row that was asked for; their `total`; and `is_cut`, if there are more than were read.',
    input: () => ({
      /**
       * The id of a request, an email, a webhook delivery, an event (`event-42`), a conversion, a form submission, an order, a
       * job, a background request, a broadcast, a campaign subscription or a workflow membership (`<workflow_id>/<subscriber_id>`),
       * or an email address.
       */
      of: f.name(),
      /** Only rows with a higher number. */
      after: f.optional(f.integerFrom(0)),
      /** From 1 to 1000. Default 500. */
      limit: f.optional(f.integerBetween(1, 1000)),
    }),
    first: ['of'],
    // Unspecified: U-332
    async act(scope, { of, accountId, after = 0, limit = 500 }): Promise<Trace> {
      const account = { scope, accountId: accountId ?? scope.firstId };
      const id = of.trim();
      const start = await startOf(account, id);
      const { items, isCut } = await collect(account, start);
      const root = await rootOf(account, start, items);
      const implied = await impliedBy(
        account,
        [...items, start],
        new Set([root, ...items].map(({ name }) => name)),
      );
      const arranged = arrange(root, [...items.filter(({ isHidden }) => !isHidden), ...implied]);
      const rows = await rowsOf(account, arranged, arranged.slice(after, after + limit));
      const places = [
        arranged.findIndex(({ item }) => item.id === id),
        ...[start.name, ...rowsAbove(start)].map((name) =>
          arranged.findIndex(({ item }) => item.name === name),
        ),
      ];
      const place = places.find((index) => index >= 0);
      return { of: place === undefined ? null : place + 1, total: arranged.length, isCut, rows };
    },
  }),
};

/** A request began a trace, unless a recipient of an email sent it: then its path names the email or the subscription. */
async function startOf(account: Account, asked: string): Promise<Start> {
  const request = await findRequest(account, asked);
  if (!request) return read(account, (context) => findStart(context, asked));
  const name = nameOf('request', request.id);
  const [, , , first = '', second = ''] = request.path.startsWith('/e/') ? request.path.split('/') : [];
  const email = await read(account, (context) => findById(context, first === 'confirm' ? second : first));
  return email
    ? { ...email, name, parent: `${email.parent ?? ''} ${email.name}`.trim() }
    : { root: name, name, parent: null, subscriberId: null };
}

/** The most rows of a table that are read, and the most in one turn. */
const [MAX_ROWS, SLICE] = [5000, 500];

/**
 * Reads the rows with the same root. Always includes the rows of the given subscriber, even if there are too many others:
 * `isCut` tells that there are more rows than were read.
 */
async function collect(
  account: Account,
  { root, subscriberId }: Start,
): Promise<{ readonly items: readonly Item[]; readonly isCut: boolean }> {
  const items: Item[] = [];
  let isCut = false;
  for (const source of SOURCES) {
    const { inTrace = 'true', ofRoot = (_, root) => sql`root = ${root}`, isOfNobody } = source;
    const condition = sql`${ofRoot(account.accountId, root)} and ${plain(inTrace)}`;
    const last = await collectFrom(account, source, items, condition);
    if (last === undefined) continue;
    isCut = true;
    if (subscriberId === null || isOfNobody) continue;
    const rest = sql`subscriber_id = ${subscriberId} and root = ${root} and seq > ${last} and ${plain(inTrace)}`;
    await collectFrom(account, source, items, rest);
  }
  return { items, isCut };
}

/** Reads a slice at a time, so that the server answers other requests in between. Returns the last number if there are more rows. */
async function collectFrom(
  account: Account,
  source: Source,
  items: Item[],
  condition: Fragment,
): Promise<number | undefined> {
  const pause = turns();
  let last = 0;
  for (let count = 0; count < MAX_ROWS; count += SLICE) {
    await pause();
    const slice = sql`${condition} and seq > ${last} order by seq limit ${SLICE}`;
    const rows = await read(account, (context) => readFrom(context, source, slice));
    items.push(...rows.flat());
    if (rows.length < SLICE) return undefined;
    last = rows.at(-1)?.[0].seq ?? last;
  }
  return last;
}

async function rowsOf(
  account: Account,
  all: readonly Arranged[],
  page: readonly Arranged[],
): Promise<TraceRow[]> {
  const numbers = new Map(all.map((one, i) => [one, i + 1]));
  const faults = await account.scope.runtime.faultRules.list();
  const now = account.scope.runtime.allServices.clockOf(account.accountId).now();
  const items = page.map(({ item }) => item);
  const named = await read(account, (context) => namedBy(context, items));
  const found = await read(account, (context) => withEmails(context, items));
  const rows: TraceRow[] = [];
  const pause = turns();
  for (const [i, one] of page.entries()) {
    const { item, parent, at } = one;
    const { type, id, subscriberId, ref } = item;
    await pause(); // the rules of an email render it
    const { keptBack, ...progress } = await progressOf(account, item, faults);
    const email = found[i]?.email ?? null;
    const who = email ?? (subscriberId === null ? 'A visitor' : 'A deleted subscriber');
    rows.push({
      number: numbers.get(one) ?? 0,
      parent: parent ? (numbers.get(parent) ?? null) : null,
      type,
      id,
      at: new Date(Number.isFinite(at) ? at : now).toISOString(),
      subscriberId,
      email,
      sentence: item.sentence({ who, record: named[i]?.record ?? '', keptBack }),
      ref: ref ?? (subscriberId === null ? null : { type: 'subscriber', id: subscriberId }),
      ...progress,
    });
  }
  return rows;
}

/** Says whether an item waits, until when, and what keeps back the email that would be next. Of mailings it asks the rules that decide about sending. */
async function progressOf(account: Account, item: Item, faults: readonly Fault[]) {
  const { state = 'done', until = null } = item;
  if (state !== 'waiting') return { state, until: null, keptBack: undefined };
  const answer = item.isDecidedByRules
    ? await read(account, (context) => answerOf(context, item, faults))
    : undefined;
  if (answer === undefined) return { state, until: isoOrNull(until), keptBack: undefined };
  const isKeptBack = answer.verdict !== 'planned';
  return {
    // A stay on a workflow continues without the email.
    state: isKeptBack && item.type === 'subscription' ? ('done' as const) : state,
    until: isoOrNull(answer.at),
    keptBack: answer.verdict === 'kept_back' ? answer.text : undefined,
  };
}

const isoOrNull = (time: number | string | null) => (time === null ? null : new Date(time).toISOString());

/** Why a subscriber has not got what an item waits for; undefined if the subscriber or the mailing is gone. */
async function answerOf(
  context: AdminContext,
  { ref: { type, id } = { type: '', id: '' }, subscriberId }: Item,
  faults: readonly Fault[],
): Promise<WhyNotAnswer | undefined> {
  const { tx, accountId } = context;
  const subscriber = await findSubscriberBy(tx, accountId, 'id', subscriberId ?? '');
  if (!subscriber) return undefined;
  if (type === 'campaign') {
    const campaign = await findRecord(tx, accountId, 'campaigns', id);
    return campaign && whyNotCampaign(context, { subscriber, campaign, faults });
  }
  const workflow = await findRecord(tx, accountId, 'workflows', id);
  return workflow && whyNotWorkflow(context, { subscriber, workflow, faults });
}
