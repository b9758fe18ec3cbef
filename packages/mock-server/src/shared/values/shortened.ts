/** Shortens a string to a number of characters, with an ellipsis. */
export const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;
