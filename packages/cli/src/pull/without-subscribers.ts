import type { Json, PartForm } from './parts.ts';
import { isOfSender } from './safe-values.ts';
import { LeakError } from './subscribers/resolve.ts';
import type { Traces } from './subscribers/traces.ts';

/** Whether everybody sees a member, even if it names somebody: who sends the emails, and the name of the account. */
const isPublic = (noun: string, member: string): boolean => isOfSender(member) || noun === member;

/** A part without the names, addresses and numbers of the subscribers who were read. */
export function withoutSubscribers(form: PartForm, traces: Traces): PartForm {
  eachText(form.members, (text, noun, member) => {
    if (isPublic(noun, member)) traces.allow(text);
    return text;
  });
  const changed = new Map<string, number>();
  const note = (noun: string) => changed.set(noun, (changed.get(noun) ?? 0) + 1);
  const members = eachText(form.members, (text, noun, member) => {
    const safe = isPublic(noun, member) ? text : traces.without(text);
    if (safe !== text) note(noun);
    return safe;
  });
  const lines = [...changed].map(
    ([noun, count]) => `${noun}: ${count} texts or names that had data of a subscriber`,
  );
  return { ...form, members, leftOut: [...form.leftOut, ...lines] };
}

/** Makes sure that an account has nothing of the subscribers who were read. */
export function assertWithoutSubscribers(
  account: Json,
  bodies: ReadonlyMap<string, string>,
  traces: Traces,
): void {
  const check = (text: string, place: string) => {
    const kind = traces.find(text);
    if (kind !== undefined) throw new LeakError(place, kind);
    return text;
  };
  eachText(account, (text, noun, member) => (isPublic(noun, member) ? text : check(text, noun)));
  for (const text of bodies.values()) check(text, 'a body of a broadcast');
}

type ChangeText = (text: string, noun: string, member: string) => string;

/** Changes all texts of an account, and names of members, by their noun and the member of a record. */
function eachText(account: Json, change: ChangeText): Json {
  const walk = (value: unknown, noun: string, member: string): unknown => {
    if (typeof value === 'string') return change(value, noun, member);
    if (Array.isArray(value)) return value.map((item) => walk(item, noun, member));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([name, item]) => [
      change(name, noun, ''),
      walk(item, noun, name),
    ]);
    return Object.fromEntries(members);
  };
  const entries = Object.entries(account).map(([noun, value]) => [
    noun,
    typeof value === 'string' ? change(value, noun, noun) : walk(value, noun, ''),
  ]);
  return Object.fromEntries(entries);
}
