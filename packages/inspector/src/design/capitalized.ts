/** Words with a capital letter at the start. */
export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  eu: 'EU',
  ga: 'GA',
  html: 'HTML',
  ip: 'IP',
  sms: 'SMS',
  uris: 'URIs',
  url: 'URL',
  utc: 'UTC',
};

/** The name of a member in words: `Redirect URL` for `redirect_url`. */
export const labelOf = (member: string): string =>
  capitalized(
    member
      .split('_')
      .map((word) => ABBREVIATIONS[word] ?? word)
      .join(' '),
  );
