import { decodeText, NotText } from '@trickle/design/file-text';
import type { MadeUp } from './make-up.ts';
import type { Json, Part, PartForm } from './parts.ts';
import type { Report } from './report.ts';
import { fitAccount, incompleteAdditions } from './seeds.ts';
import type { Shares } from './shares.ts';

/** The maximum size of a body file, in bytes. */
const MAX_BODY = 5_000_000;

/** Ids that are valid file names on every system: some systems ignore case, and Windows reserves a few names. */
const FILE_NAME = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)$)[\da-z_-]{1,100}$/;

export interface Copy {
  readonly account: Json;
  readonly bodies: ReadonlyMap<string, string>;
  /** The content of `subscribers.ndjson`; undefined without made-up subscribers. */
  readonly lines?: string;
  readonly report: Report;
}

/** The parts of an account that were read, and why others were not. */
export interface ReadParts {
  readonly forms: ReadonlyMap<Part, PartForm>;
  readonly skipped: ReadonlyMap<string, number | string>;
}

/** Puts the parts of an account together. Leaves out anything that a seed cannot have. */
export function copyOf(
  id: string,
  parts: readonly Part[],
  { forms, skipped }: ReadParts,
  additions: Json,
): Copy {
  const read = parts.flatMap((part) => forms.get(part) ?? []);
  const members: Json = Object.assign({ id }, ...read.map((form) => form.members), { id });
  const campaignIds: Json = Object.assign({}, ...read.map((form) => form.campaignIds));
  const withCampaigns = mapped(members, 'forms', (form) => {
    const campaign = campaignIds[String(form.id)];
    return campaign === undefined ? form : { ...form, campaign_id: campaign };
  });
  const { account, leftOut: invalid } = fitAccount({ ...members, ...withCampaigns });
  const bodies = new Map<string, string>();
  const withFiles = mapped(account, 'broadcasts', (record) => withBodyFiles(record, bodies));
  const report: Report = {
    version: 1,
    account: id,
    parts: [...parts],
    notReadable: Object.assign({}, ...read.map(({ unreadable }) => unreadable), NEVER_READABLE),
    skipped: Object.fromEntries(skipped),
    leftOut: read.flatMap(({ leftOut }) => leftOut),
    invalid: [...read.flatMap((form) => form.invalid), ...invalid],
    goneRecords: incompleteAdditions(account, additions),
    unknownMembers: read.flatMap(({ unknownMembers }) => unknownMembers),
  };
  return { account: { ...account, ...withFiles }, bodies, report };
}

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

const recordsIn = (members: Json, noun: string): readonly Json[] => {
  const records = members[noun];
  return Array.isArray(records) ? records : [];
};

const mapped = (members: Json, noun: string, change: (record: Json) => Json): Json =>
  members[noun] === undefined ? {} : { [noun]: recordsIn(members, noun).map(change) };

/** Moves the bodies of a broadcast to files. */
function withBodyFiles(broadcast: Json, bodies: Map<string, string>): Json {
  const id = String(broadcast.id);
  const moved: Record<string, unknown> = { ...broadcast };
  for (const [member, ending] of [
    ['html_body', 'html'],
    ['text_body', 'txt'],
  ] as const) {
    const text = broadcast[member];
    if (typeof text !== 'string' || text === '' || !FILE_NAME.test(id) || !isSameFromFile(text)) continue;
    const file = `bodies/${id}.${ending}`;
    bodies.set(file, text);
    moved[member] = { file };
  }
  return moved;
}

/** Whether a string can be stored as a file. One that begins like an archive or with a byte order mark would be misread. */
function isSameFromFile(text: string): boolean {
  const bytes = Buffer.from(text);
  if (bytes.length > MAX_BODY) return false;
  try {
    return decodeText(bytes) === text;
  } catch (error) {
    if (error instanceof NotText) return false;
    throw error;
  }
}

/** The files of a copy by path; the file that refers to the others comes last. Equal copies have equal bytes. */
export function filesOf({ account, bodies, lines, report }: Copy): ReadonlyMap<string, string> {
  const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;
  return new Map([
    ...[...bodies].sort(([a], [b]) => (a < b ? -1 : 1)),
    ['account.json', json(account)],
    ...(lines ? [['subscribers.ndjson', lines] as const] : []),
    ['pull.json', json(report)],
  ]);
}

/** Data that the interface never returns. Their numbers are unknown too. */
const NEVER_READABLE = {
  events: null,
  orders: null,
  carts: null,
  conversions: null,
  deliveries: null,
  'lead scoring': null,
  'dynamic content': null,
} as const;
