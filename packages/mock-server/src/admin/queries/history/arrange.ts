import { rowsAbove } from '../../../store/engine/place.ts';
import type { Item } from './items.ts';

/** A row of a trace in its place. */
export interface Arranged {
  readonly item: Item;
  /** The row that led to it; undefined for the root. */
  readonly parent: Arranged | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The least number of what is below it. */
  readonly least: number;
}

/** Puts the rows of a trace into the order in which they happened, each after the row that led to it. */
export function arrange(root: Item, items: readonly Item[]): Arranged[] {
  const byName = new Map([...items, root].map((item) => [item.name, item]));
  const top: Arranged = { item: root, parent: undefined, at: root.at, least: 0 };
  const known = new Map<Item, Arranged>([[root, top]]);
  const hang = (item: Item): Arranged => {
    const before = known.get(item);
    if (before) return before;
    known.set(item, top); // ends a circle of rows whose places are wrong
    const [above = root] = rowsAbove(item).flatMap((name) => {
      const one = byName.get(name);
      return one === undefined || one === item ? [] : [one];
    });
    const parent = hang(above);
    const least = isLate(item) ? parent.least : Math.max(item.seq ?? 0, parent.least);
    const row = { item, parent, at: Math.max(item.at, parent.at), least };
    known.set(item, row);
    return row;
  };
  /** Rows without a number come before what they led to, otherwise last. */
  const order = ({ item, least }: Arranged) => {
    const { seq = Number.POSITIVE_INFINITY } = item;
    return isLate(item) ? seq : Math.max(least, item.seq === undefined ? seq : 0);
  };
  const number = ({ item }: Arranged) => item.seq ?? 0;
  const rows = items.map(hang);
  rows.sort((one, other) => order(one) - order(other) || number(one) - number(other));
  const placed = new Set([top]);
  const place = (row: Arranged): void => {
    if (row.parent) place(row.parent);
    placed.add(row);
  };
  rows.forEach(place);
  return [...placed];
}

/** Whether a row is written after what it leads to. */
const isLate = ({ type }: Item): boolean => type === 'outcome';
