/** `12,345` */
export const grouped = (number: number): string => Math.round(number).toLocaleString('en-US');

/** A number with its noun: `1 record`, `12,345 records`. */
export const counted = (number: number, noun: string): string =>
  `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;
