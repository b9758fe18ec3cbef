import { isObject } from '../parse-json.ts';
import type { Copy } from './copy.ts';
import type { Json, Part, PartForm } from './parts.ts';

/** The members of a seed that parts have, if they are named otherwise. */
const MEMBERS: Partial<Record<Part, string>> = {
  fields: 'custom_fields',
  tags: 'tags',
  actions: 'event_actions',
};

/** A part of the copy before, as if it had been read again. */
export function keptPart(part: Part, { account, bodies, report }: Copy): PartForm | undefined {
  // Somebody may have edited the file of the report.
  const { leftOut = [], unknownMembers = [], notReadable = {} }: Partial<Copy['report']> = report;
  const noun = MEMBERS[part] ?? part;
  const items = account[noun];
  if (!Array.isArray(items)) return undefined;
  const nouns = part === 'workflows' ? [part, 'triggers'] : [noun];
  const startsWith = (mark: string) => (text: string) => nouns.some((one) => text.startsWith(one + mark));
  return {
    members: { [noun]: items.map((item) => (isObject(item) ? keptRecord(item, bodies) : item)) },
    unreadable: unreadableOf(part, notReadable),
    ...(part === 'campaigns' && { formIds: formIdsOf(account) }),
    leftOut: leftOut.filter(startsWith(':')),
    unknownMembers: unknownMembers.filter(startsWith('.')),
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

function formIdsOf({ forms }: Json): Record<string, readonly string[]> {
  const all: readonly Json[] = Array.isArray(forms) ? forms.filter(isObject) : [];
  const ids = new Map<string, string[]>();
  for (const { id, campaign_id: campaign } of all) {
    if (typeof campaign === 'string') ids.set(campaign, [...(ids.get(campaign) ?? []), String(id)]);
  }
  return Object.fromEntries(ids);
}
