import type { MadeUp } from './make-up.ts';
import { NEVER_READABLE } from './not-readable.ts';
import type { Json, Part, PartForm } from './parts.ts';
import type { Shares } from './shares.ts';

/** The most bytes of a file that an account refers to. */
const MAX_BODY = 5_000_000;

/** A copy of an account, as it is written. */
export interface Copy {
  readonly account: Json;
  /** The texts of bodies by their path in the folder. */
  readonly bodies: ReadonlyMap<string, string>;
  /** The content of `subscribers.ndjson`; undefined without made-up subscribers. */
  readonly lines?: string;
  readonly report: Report;
}

/** What a copy contains, and what it could not contain: the content of `pull.json`. */
export interface Report {
  readonly version: 1;
  readonly account: string;
  readonly parts: readonly Part[];
  /** How many subscribers were made up, and the shares of the account. */
  readonly subscribers?: { readonly number: number; readonly shares: Shares };
  /** What the interface does not deliver, with its number; null where even that is unknown. */
  readonly notReadable: Readonly<Record<string, number | null>>;
  /** Parts that the service refused, with the status of the response. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly leftOut: readonly string[];
  readonly unknownMembers: readonly string[];
}

/** The parts of an account that were read, and those that the service refused. */
export interface ReadParts {
  readonly forms: ReadonlyMap<Part, PartForm>;
  readonly skipped: ReadonlyMap<string, number>;
}

/** Puts the parts of an account together. */
export function copyOf(accountId: string, parts: readonly Part[], { forms, skipped }: ReadParts): Copy {
  const read = parts.flatMap((part) => forms.get(part) ?? []);
  const members: Json = Object.assign({ id: accountId }, ...read.map((form) => form.members));
  const campaigns = new Map(
    read.flatMap(({ formIds = {} }) =>
      Object.entries(formIds).flatMap(([campaign, ids]) => ids.map((id) => [id, campaign] as const)),
    ),
  );
  const bodies = new Map<string, string>();
  const { custom_fields, tags, event_actions, campaigns: _, ...others } = members;
  const account = withoutUndefined({
    ...withoutRecords(others),
    ...{ custom_fields, tags, event_actions },
    ...mapped(members, 'campaigns', (record) => record),
    ...mapped(members, 'broadcasts', (record) => withBodyFiles(record, bodies)),
    ...mapped(members, 'workflows', (record) => record),
    ...mapped(members, 'forms', (record) => withCampaign(record, campaigns, members)),
    ...mapped(members, 'goals', (record) => record),
    ...mapped(members, 'webhooks', (record) => record),
  });
  const report: Report = {
    version: 1,
    account: accountId,
    parts,
    notReadable: Object.assign({}, ...read.map(({ unreadable }) => unreadable), NEVER_READABLE),
    skipped: Object.fromEntries(skipped),
    leftOut: read.flatMap(({ leftOut }) => leftOut),
    unknownMembers: read.flatMap(({ unknownMembers }) => unknownMembers),
  };
  return { account, bodies, report };
}

const withoutRecords = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => !Array.isArray(value)));

const withoutUndefined = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** A copy with made-up subscribers. */
export function withSubscribers(copy: Copy, { subscribers, ofCampaigns }: MadeUp, shares: Shares): Copy {
  const { account, report } = copy;
  const campaigns = mapped(account, 'campaigns', (campaign) => {
    const members = ofCampaigns[String(campaign.id)] ?? [];
    return members.length > 0 ? { ...campaign, subscribers: members } : campaign;
  });
  return {
    ...copy,
    account: { ...account, ...campaigns },
    lines: subscribers.map((subscriber) => `${JSON.stringify(subscriber)}\n`).join(''),
    report: { ...report, subscribers: { number: subscribers.length, shares } },
  };
}

/** A copy with the made-up subscribers of the copy before. */
export function withSubscribersOf(before: Copy | undefined, copy: Copy): Copy {
  const { lines, report } = before ?? {};
  if (before === undefined || lines === undefined || report?.subscribers === undefined) return copy;
  const old = new Map(recordsIn(before.account, 'campaigns').map(({ id, subscribers }) => [id, subscribers]));
  const campaigns = mapped(copy.account, 'campaigns', (campaign) => {
    const subscribers = old.get(campaign.id);
    return subscribers === undefined ? campaign : { ...campaign, subscribers };
  });
  return {
    ...copy,
    account: { ...copy.account, ...campaigns },
    lines,
    report: { ...copy.report, subscribers: report.subscribers },
  };
}

const recordsIn = (members: Json, noun: string): readonly Json[] => {
  const records = members[noun];
  return Array.isArray(records) ? records : [];
};

const mapped = (members: Json, noun: string, change: (record: Json) => Json): Json =>
  members[noun] === undefined ? {} : { [noun]: recordsIn(members, noun).map(change) };

/** Names the campaign of a form, if it was copied too. */
function withCampaign(form: Json, campaigns: ReadonlyMap<string, string>, members: Json): Json {
  const id = campaigns.get(String(form.id));
  const isThere = id !== undefined && recordsIn(members, 'campaigns').some((campaign) => campaign.id === id);
  return isThere ? { ...form, campaign_id: id } : form;
}

/** Moves the bodies of a broadcast to files. */
function withBodyFiles(broadcast: Json, bodies: Map<string, string>): Json {
  const id = String(broadcast.id);
  const moved: Record<string, unknown> = { ...broadcast };
  for (const [member, ending] of [
    ['html_body', 'html'],
    ['text_body', 'txt'],
  ] as const) {
    const text = broadcast[member];
    const isFile = typeof text === 'string' && text !== '' && Buffer.byteLength(text) <= MAX_BODY;
    if (!isFile || !/^[\w-]{1,100}$/.test(id)) continue;
    const file = `bodies/${id}.${ending}`;
    bodies.set(file, text);
    moved[member] = { file };
  }
  return moved;
}

/** The files of a copy by their paths, the one that names the others last. The same copy is the same bytes. */
export function filesOf({ account, bodies, lines, report }: Copy): ReadonlyMap<string, string> {
  const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;
  return new Map([
    ...[...bodies].sort(([a], [b]) => (a < b ? -1 : 1)),
    ['account.json', json(account)],
    ...(lines ? [['subscribers.ndjson', lines] as const] : []),
    ['pull.json', json(report)],
  ]);
}
