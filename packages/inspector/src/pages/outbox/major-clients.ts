/** The email clients that emails are checked against: the name, and the family and platforms in the data of caniemail. */
export const MAJOR_CLIENTS: readonly (readonly [name: string, family: string, platform?: string])[] = [
  ['Gmail', 'gmail'],
  ['Outlook on Windows', 'outlook', 'windows'],
  ['Apple Mail', 'apple-mail'],
  ['Outlook.com', 'outlook', 'outlook-com'],
  ['Yahoo', 'yahoo'],
];
