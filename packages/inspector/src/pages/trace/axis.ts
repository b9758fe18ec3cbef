import { durationText } from '../../design/time/format.ts';

interface Pause {
  /** The middle of the pause, from 0 to 1. */
  readonly place: number;
  readonly text: string;
}

export interface Axis {
  placeOf(time: number): number;
  /** The longest pauses, with names that do not overlap. */
  readonly pauses: readonly Pause[];
}

/** Shorter pauses are not named, in milliseconds. */
const MIN_LENGTH = 60_000;

const MIN_DISTANCE = 0.14;

/**
 * An axis on which each pause between times gets a width by the logarithm of its length: what happens within a second
 * stays apart from what happens three days later.
 */
export function axisOf(times: readonly number[]): Axis {
  const ordered = [...new Set(times)].sort((one, other) => one - other);
  const places = new Map<number, number>();
  let width = 0;
  for (const [i, time] of ordered.entries()) {
    if (i > 0) width += Math.log2(2 + (time - (ordered[i - 1] ?? time)) / 1000);
    places.set(time, width);
  }
  const placeOf = (time: number) => (width === 0 ? 0 : (places.get(time) ?? 0) / width);
  const pauses = ordered.slice(1).map((time, i) => {
    const before = ordered[i] ?? time;
    return { place: (placeOf(before) + placeOf(time)) / 2, length: time - before };
  });
  return { placeOf, pauses: named(pauses) };
}

function named(pauses: readonly { readonly place: number; readonly length: number }[]): Pause[] {
  const names: Pause[] = [];
  for (const { place, length } of pauses.toSorted((one, other) => other.length - one.length)) {
    const hasRoom = names.every((name) => Math.abs(name.place - place) >= MIN_DISTANCE);
    if (length >= MIN_LENGTH && hasRoom) names.push({ place, text: durationText(length) });
  }
  return names;
}
