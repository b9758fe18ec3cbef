import { isObject } from '../parse-json.ts';
import type { Copy } from './copy.ts';
import type { Json, Part, PartForm } from './parts.ts';

/** The members of a seed that parts have, if they are named otherwise. */
export const MEMBERS: Partial<Record<Part, string>> = {
  fields: 'custom_fields',
  tags: 'tags',
  actions: 'event_actions',
};

/** A part of the copy before, as if it had been read again. */
export function keptPart(part: Part, { account, bodies, report }: Copy): PartForm | undefined {
  const noun = MEMBERS[part] ?? part;
  const items = account[noun];
  if (!Array.isArray(items)) return undefined;
  const nouns = part === 'workflows' ? [part, 'triggers'] : [noun];
  const startsWith = (mark: string) => (text: string) => nouns.some((one) => text.startsWith(one + mark));
  return {
    members: { [noun]: items.map((item) => (isObject(item) ? keptRecord(item, bodies) : item)) },
    unreadable: unreadableOf(part, report.notReadable),
    ...(part === 'campaigns' && { campaignIds: campaignIdsIn(account) }),
    leftOut: report.leftOut.filter(startsWith(':')),
    invalid: report.invalid.filter((line) => startsWith(':')(line) || startsWith(' ')(line)),
    unknownMembers: report.unknownMembers.filter(startsWith('.')),
  };
}

/** A record with its bodies in place, without what is added to it again. */
function keptRecord({ campaign_id, subscribers, ...record }: Json, bodies: Copy['bodies']): Json {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      if (!isObject(value) || typeof value.file !== 'string') return [[name, value]];
      const text = bodies.get(value.file);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

function unreadableOf(part: Part, counts: Readonly<Record<string, number | null>>): Record<string, number> {
  const own = Object.entries(counts).filter(
    (entry): entry is [string, number] =>
      typeof entry[1] === 'number' && (entry[0].startsWith(`${part},`) || entry[0].endsWith(` of ${part}`)),
  );
  return Object.fromEntries(own);
}

function campaignIdsIn({ forms }: Json): Record<string, string> {
  const all: readonly Json[] = Array.isArray(forms) ? forms : [];
  return Object.fromEntries(
    all.flatMap(({ id, campaign_id: campaign }) => (campaign === undefined ? [] : [[id, campaign]])),
  );
}
