/** The longest text of a stranger that an error message repeats. */
const LENGTH = 500;

/** A text short enough to be read in a log. */
export const cut = (text: string): string => (text.length > LENGTH ? `${text.slice(0, LENGTH)}…` : text);
