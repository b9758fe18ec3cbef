import { rowsAbove } from '../../../store/engine/place.ts';
import type { Item } from './sources.ts';

/** A row of a trace in its place. */
export interface Arranged {
  readonly item: Item;
  /** The row that led to it; undefined for the root. */
  readonly parent: Arranged | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Puts the rows of a trace into the order in which they happened, each after the row that led to it. */
export function arrange(root: Item, items: readonly Item[]): Arranged[] {
  const byName = new Map([...items, root].map((item) => [item.name, item]));
  const parentOf = (item: Item): Item =>
    rowsAbove(item)
      .map((name) => byName.get(name))
      .find((above) => above !== undefined && above !== item) ?? root;
  const least = new Map<Item, number>([[root, 0]]);
  /** The least number of what is below a row. */
  const leastOf = (item: Item): number => {
    const known = least.get(item);
    if (known !== undefined) return known;
    least.set(item, 0); // ends a circle of rows whose places are wrong
    const above = leastOf(parentOf(item));
    const own = isLate(item) ? above : Math.max(item.seq ?? 0, above);
    least.set(item, own);
    return own;
  };
  const placed = new Map<Item, Arranged>([[root, { item: root, parent: undefined, at: root.at }]]);
  const place = (item: Item, below: ReadonlySet<Item>): Arranged => {
    const known = placed.get(item);
    if (known) return known;
    const above = parentOf(item);
    const parent = place(below.has(above) ? root : above, new Set([...below, item]));
    const arranged = { item, parent, at: Math.max(item.at, parent.at) };
    placed.set(item, arranged);
    return arranged;
  };
  const numbered = items.flatMap((item) => {
    const { seq } = item;
    return seq === undefined ? [] : [{ item, seq, order: isLate(item) ? seq : leastOf(item) }];
  });
  numbered.sort((one, other) => one.order - other.order || one.seq - other.seq);
  for (const { item } of numbered) place(item, new Set());
  for (const item of items) place(item, new Set()); // those without numbers
  return [...placed.values()];
}

/** Whether a row is written after what it leads to. */
const isLate = ({ type }: Item): boolean => type === 'outcome';
