import type { RequestEntry } from '../../../observe/request-log/log.ts';
import { eventId } from '../../../store/tables/domain-events.ts';
import { type Membership, membershipId, type TraceNode } from './node.ts';

/** A row of a trace in its place, and the row that led to it; undefined for the root. */
export type Arranged = readonly [node: TraceNode, parent: TraceNode | undefined];

/** How far from its neighbor a row stands that has no number of its own. */
const BESIDE = 0.25;

/** The node of a recorded request, which a row follows. */
export const requestNode = (row: RequestEntry, follower?: TraceNode): TraceNode => ({
  type: 'request',
  id: row.id,
  row,
  seq: (follower?.seq ?? 0) - BESIDE,
  at: row.accountAt ?? row.at,
  subscriberId: follower?.subscriberId ?? null,
  cause: follower?.cause ?? null,
});

/** Puts the rows of a trace into the order in which they happened, each after the row that led to it. */
export function arrange(
  root: TraceNode,
  collected: readonly TraceNode[],
  requests: ReadonlyMap<string, RequestEntry>,
): Arranged[] {
  const index = new Index(collected.filter(({ id }) => id !== root.id).toSorted(bySeq));
  addRequests(index, requests);
  addMemberships(index);
  const nodes = index.all;
  const parents = new Map(nodes.map((node) => [node, parentOf(index, node) ?? root]));
  for (const [node, parent] of parents) {
    // These are stored after what they led to, or before they began.
    if (parent.type === 'outcome') parent.seq = Math.min(parent.seq, node.seq - BESIDE);
    if (node.type === 'subscription' && parent.type === 'event')
      Object.assign(node, { seq: parent.seq + BESIDE, at: parent.at });
  }
  const arranged = new Map<TraceNode, Arranged>([[root, [root, undefined]]]);
  const add = (node: TraceNode, below: ReadonlySet<TraceNode>): void => {
    if (arranged.has(node)) return;
    const parent = parents.get(node) ?? root;
    const isCircle = below.has(parent); // of rows whose causes are wrong
    if (!isCircle) add(parent, new Set([...below, node]));
    arranged.set(node, [node, isCircle ? root : parent]);
  };
  for (const node of inTime(nodes, root)) add(node, new Set());
  return [...arranged.values()];
}

const bySeq = (one: TraceNode, other: TraceNode) => one.seq - other.seq;

/** Sorts rows by time and number: numbers of before version 17 tell the order within a table only. */
function inTime(nodes: readonly TraceNode[], root: TraceNode): TraceNode[] {
  let last = secondOf(root);
  const placed = nodes.toSorted(bySeq).map((node) => {
    if (!node.hasOwnTime) last = secondOf(node);
    return { node, second: last };
  });
  return placed
    .sort((one, other) => one.second - other.second || bySeq(one.node, other.node))
    .map(({ node }) => node);
}

const secondOf = ({ at }: TraceNode) => Math.floor(at / 1000);

/** The rows of a trace by their ids and by their subscribers, in the order of their numbers. */
class Index {
  readonly all: TraceNode[] = [];
  readonly #byId = new Map<string, TraceNode>();
  readonly #bySubscriber = new Map<string | null, TraceNode[]>();

  constructor(nodes: readonly TraceNode[]) {
    for (const node of nodes) this.add(node);
  }

  add(node: TraceNode): void {
    this.all.push(node);
    const id = node.type === 'membership' ? runId(node.id, node.cause?.startedBy) : node.id;
    if (!this.#byId.has(id)) this.#byId.set(id, node);
    const others = this.#bySubscriber.get(node.subscriberId);
    if (others) others.push(node);
    else this.#bySubscriber.set(node.subscriberId, [node]);
  }

  get(id: string | null | undefined): TraceNode | undefined {
    return this.#byId.get(id ?? '');
  }

  /** The rows of the subscriber of a row, and of nobody if it has none. */
  beside({ subscriberId }: TraceNode): readonly TraceNode[] {
    return this.#bySubscriber.get(subscriberId) ?? [];
  }

  /** The nearest row of the same subscriber before a row. */
  before(node: TraceNode, matches: (node: TraceNode) => boolean): TraceNode | undefined {
    return this.beside(node).findLast((one) => one.seq < node.seq && matches(one));
  }
}

/** The id of one of the times of a subscriber on a workflow. */
const runId = (id: string, startedBy: string | undefined): string => `${id} ${startedBy ?? ''}`;

/** Adds the requests of recipients, each before what it led to. */
function addRequests(index: Index, requests: ReadonlyMap<string, RequestEntry>): void {
  for (const node of [...index.all]) {
    const entry = requests.get(node.cause?.requestId ?? '');
    if (entry && !index.get(entry.id)) index.add(requestNode(entry, node));
  }
}

/** Adds the times on workflows that are over, by what their steps did. */
function addMemberships(index: Index): void {
  for (const { cause, subscriberId, seq, at } of [...index.all]) {
    if (cause?.type !== 'workflow' || cause.id === null || subscriberId === null) continue;
    const row: Membership = { workflowId: cause.id, subscriberId };
    const id = membershipId(row);
    if (index.get(runId(id, cause.startedBy))) continue;
    const start = index.get(cause.startedBy);
    const place = start ? { seq: start.seq + BESIDE, at: start.at } : { seq: seq - BESIDE, at };
    index.add({ type: 'membership', id, row, subscriberId, cause, ...place });
  }
}

function parentOf(index: Index, node: TraceNode): TraceNode | undefined {
  const { type, row, cause } = node;
  switch (type) {
    case 'event':
      return reportedBy(index, node) ?? ledTo(index, node);
    case 'conversion':
      return (
        index.before(node, (one) => one.type === 'custom_event' && one.at === node.at) ?? ledTo(index, node)
      );
    case 'webhook_delivery':
      return index.get(row.eventSeq === null ? row.replayOf : eventId(row.eventSeq)) ?? ledTo(index, node);
    case 'webhook_attempt':
      return index.get(node.id.slice(0, node.id.lastIndexOf('#')));
    case 'membership':
      return index.get(cause?.startedBy) ?? recordOf(index, node);
    case 'subscription':
      return (
        index.beside(node).findLast((one) => isSubscribing(one, row.campaignId)) ?? recordOf(index, node)
      );
    case 'request':
      return (
        index.get(cause?.id) ??
        index.before(node, (one) => one.type === 'email' && one.row.mail?.purpose === 'confirmation')
      );
    case 'job':
      return index.get(String((row.payload as { readonly mailId?: unknown }).mailId)) ?? ledTo(index, node); // an object
    default:
      return ledTo(index, node);
  }
}

/** The row that an event reports: an email or a custom event. */
function reportedBy(index: Index, node: TraceNode & { readonly type: 'event' }): TraceNode | undefined {
  const { event, properties } = node.row;
  if (event === 'subscriber.received_email') return index.get(String(properties.delivery_id));
  if (event !== 'subscriber.performed_custom_event') return undefined;
  return index.before(node, (one) => one.type === 'custom_event' && one.row.action === properties.action);
}

/** The row that the cause of a row names. */
function ledTo(index: Index, node: TraceNode): TraceNode | undefined {
  const { cause, subscriberId } = node;
  switch (cause?.type) {
    case 'email':
      return index.get(cause.requestId) ?? index.get(cause.id);
    case 'workflow':
      return index.get(runId(`${cause.id}/${subscriberId}`, cause.startedBy));
    case 'campaign':
      return (
        index.beside(node).find((one) => one.type === 'subscription' && one.row.campaignId === cause.id) ??
        index.before(node, (one) => isSubscribing(one, cause.id))
      );
    case 'broadcast':
      return index.get(cause.id);
    default:
      return recordOf(index, node);
  }
}

const isSubscribing = (node: TraceNode, campaignId: string | null): boolean =>
  node.type === 'event' &&
  node.row.event === 'subscriber.subscribed_to_campaign' &&
  node.row.properties.campaign_id === campaignId;

/** The record of a batch that led to a row: its outcome is stored after what it did. */
const recordOf = (index: Index, node: TraceNode): TraceNode | undefined =>
  node.type === 'outcome'
    ? undefined
    : index.beside(node).find((one) => one.type === 'outcome' && one.seq > node.seq);
