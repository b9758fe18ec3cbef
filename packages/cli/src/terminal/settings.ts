/** Settings of a connection, each with its option, environment variable, and member of the config file. */
export const SETTINGS = {
  apiKey: { option: '--api-key', variable: 'TRICKLE_API_KEY' },
  accessToken: { option: '--access-token', variable: 'TRICKLE_ACCESS_TOKEN' },
  account: { option: '--account', variable: 'TRICKLE_ACCOUNT_ID', member: 'accountId' },
  baseUrl: { option: '--base-url', variable: 'TRICKLE_BASE_URL' },
} as const;

/** The ways to set a setting: `--api-key (TRICKLE_API_KEY)`. */
export const waysToSet = (name: keyof typeof SETTINGS): string =>
  `${SETTINGS[name].option} (${SETTINGS[name].variable})`;
