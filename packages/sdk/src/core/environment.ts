/** Environment variables that set omitted options, by option. */
const VARIABLES = {
  baseUrl: 'TRICKLE_BASE_URL',
  accountId: 'TRICKLE_ACCOUNT_ID',
  apiKey: 'TRICKLE_API_KEY',
  accessToken: 'TRICKLE_ACCESS_TOKEN',
} as const;

type Values = { readonly [Name in keyof typeof VARIABLES]?: unknown };

/**
 * Completes options from the environment, if the runtime has one. If either credential is given, both variables of
 * credentials are ignored.
 */
export function withEnvironment<Options extends Values>(options: Options): Options & Values {
  const { baseUrl, accountId, apiKey, accessToken } = options;
  const credentials =
    apiKey === undefined && accessToken === undefined
      ? { apiKey: variable('apiKey'), accessToken: variable('accessToken') }
      : {};
  return {
    ...options,
    ...credentials,
    baseUrl: baseUrl ?? variable('baseUrl'),
    accountId: accountId ?? variable('accountId'),
  };
}

function variable(name: keyof Values): string | undefined {
  try {
    const { process } = globalThis as { process?: { env?: Readonly<Record<string, string | undefined>> } };
    return process?.env?.[VARIABLES[name]] || undefined; // ignore empty variables
  } catch {
    return undefined; // Deno throws without permission to read it
  }
}
