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

const plain = new Intl.NumberFormat('en');
const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const signed = new Intl.NumberFormat('en', { signDisplay: 'exceptZero' });
const signedMoney = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  signDisplay: 'exceptZero',
});

export const numberText = (value: number): string => plain.format(value);

export const moneyText = (cents: number): string => money.format(cents / 100);

export const changeText = (change: number): string => signed.format(change);

export const moneyChangeText = (cents: number): string => signedMoney.format(cents / 100);

export const percentText = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Number(((part / whole) * 100).toFixed(1))}%`;

/** For example `1 delivery`, or `7 deliveries`. */
export const counted = (count: number, nouns: string): string =>
  `${plain.format(count)} ${count === 1 ? nouns.replace(/ies$/, 'y').replace(/(?<=ch)es$|s$/, '') : nouns}`;
