/** A sender or recipient. It stays apart from its name until the mail program puts both into a header. */
export interface MailAddress {
  readonly name: string;
  readonly email: string;
}

// Letters of all scripts, but nothing that ends an address or begins another one in a header or in SMTP.
const ADDRESS = /^[^\s\p{Cc}@"(),:;<>[\\\]]+@(?:[^\s\p{Cc}@"(),:;<>[\\\]]+|\[[\w.:]+\])$/u;

/** The longest address that SMTP takes (RFC 5321, 4.5.3.1.3). */
const MAX_LENGTH = 254;

/** Whether a text is one plain address that mail can be sent to. */
// Unspecified: U-171
export const isAddress = (text: string): boolean => text.length <= MAX_LENGTH && ADDRESS.test(text);

/** The addresses in a list with commas, semicolons or blanks between them; what is no address is left out. */
// Unspecified: U-147
export const addressesIn = (list: string): string[] => list.split(/[\s,;]+/).filter(isAddress);
