import { computed, text } from './column.ts';

/** The possible causes of a change. */
export const CAUSE_TYPES = [
  'request',
  'email',
  'workflow',
  'broadcast',
  'campaign',
  'admin',
  'seed',
  'clock',
] as const;

/** The cause of a change: the request, email, mailing or step that it came from. */
export interface Cause {
  readonly type: (typeof CAUSE_TYPES)[number];
  /** The id of the recorded request, the delivery, the workflow, the broadcast, the campaign, or the action. */
  readonly id: string | null;
}

/** The place of a row in its trace: names such as `request:r1`, with a space between two; null if unknown. */
export interface Place {
  /** The root of the trace: a request, a seed, or an action of the admin API, as in `admin:a1 POST /_admin/reset`. */
  readonly root: string | null;
  /**
   * The rows above it: first the one that is shown as its cause, last the one right above it, as in
   * `email:e1 request:r1` for what a click led to. If a row is gone, the one named before it takes its place.
   */
  readonly parent: string | null;
}

/** The place of what nothing is known about, or of work that only reads. */
export const UNKNOWN_PLACE: Place = { root: null, parent: null };

export const SEED_PLACE: Place = { root: 'seed', parent: 'seed' };

/** The name of a row, by its type and id. Seeds choose ids freely. */
export const nameOf = (type: string, id: string): string => `${type}:${escaped(id)}`;

const escaped = (id: string) => (/[ %]/.test(id) ? id.replaceAll('%', '%25').replaceAll(' ', '%20') : id);

export interface Name {
  readonly type: string;
  readonly id: string | null;
}

export function readName(name: string): Name {
  const end = name.indexOf(':');
  if (end < 0) return { type: name, id: null };
  return {
    type: name.slice(0, end),
    id: name
      .slice(end + 1)
      .replaceAll('%20', ' ')
      .replaceAll('%25', '%'),
  };
}

/** The place of what begins with a request or an action. `what` tells what the action does. */
export function beginning(type: 'request' | 'admin', id: string, what?: string): Place {
  const parent = nameOf(type, id);
  return { root: what === undefined ? parent : `${parent} ${what}`, parent };
}

/** The place below a row that stands at another place. The cause stays the same. */
export const below = ({ root, parent }: Place, name: string): Place => ({
  root,
  parent: parent === null ? name : `${firstOf(parent)} ${name}`,
});

/** The place below a row with a cause of its own, such as a workflow. If the row is gone, what led to it takes its place. */
export const belowOwn = ({ root, parent }: Place, cause: string, name: string): Place => ({
  root,
  parent: parent === null ? `${cause} ${name}` : `${cause} ${lastOf(parent)} ${name}`,
});

const firstOf = (names: string) => names.split(' ', 1)[0] ?? '';
const lastOf = (names: string) => names.slice(names.lastIndexOf(' ') + 1);

/** The name of the row right above a place; empty if unknown. */
export const rowAbove = ({ parent }: Pick<Place, 'parent'>): string => lastOf(parent ?? '');

/** The names of the rows above a place, the nearest first. */
export const rowsAbove = ({ parent }: Pick<Place, 'parent'>): readonly string[] =>
  (parent ?? '').split(' ').reverse();

export function causeOf(parent: string | null): Cause | null {
  const { type, id } = readName(firstOf(parent ?? ''));
  return isCause(type) ? { type, id } : null;
}

const isCause = (type: string): type is Cause['type'] => (CAUSE_TYPES as readonly string[]).includes(type);

/** Reads what a trace began with, and what the action does. */
export function readRoot(root: string): Name & { readonly what: string | undefined } {
  const end = root.indexOf(' ');
  return end < 0
    ? { ...readName(root), what: undefined }
    : { ...readName(root.slice(0, end)), what: root.slice(end + 1) };
}

/** The columns of the place of a row, which is read as its cause. */
export const placed = () => ({
  root: text().orNull().hidden(),
  parent: text().orNull().hidden(),
  /** The cause; null when unknown. */
  cause: causeColumn(),
});

/** The cause of a row; null when unknown. */
export const causeColumn = () =>
  computed<Cause | null>('parent', ({ parent }) => causeOf(typeof parent === 'string' ? parent : null));
