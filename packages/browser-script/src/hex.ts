/** Four hexadecimal digits, the last four of a number below 65,536. */
export const hex = (value: number): string => (value + 65_536).toString(16).slice(1);
