/** A sender or recipient. Name and address stay separate until a header is written. */
export interface MailAddress {
  readonly name: string;
  readonly email: string;
}

// Letters of all scripts, but no character that ends an address or starts another in a header or in SMTP.
const ADDRESS = /^[^\s\p{Cc}@"(),:;<>[\\\]]+@(?:[^\s\p{Cc}@"(),:;<>[\\\]]+|\[[\w.:]+\])$/u;

/** The maximum length of an address in SMTP (RFC 5321, 4.5.3.1.3). */
const MAX_LENGTH = 254;

/** Whether a string is a single plain email address. */
// Unspecified: U-171
export const isAddress = (text: string): boolean => text.length <= MAX_LENGTH && ADDRESS.test(text);

/** Parses a list of addresses separated by commas, semicolons or whitespace. Drops invalid ones. */
// Unspecified: U-147
export const addressesIn = (list: string): string[] => list.split(/[\s,;]+/).filter(isAddress);
