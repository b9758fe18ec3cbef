/** What a client takes from the environment where its options do not say it, by the name of the option. */
const VARIABLES = {
  baseUrl: 'TRICKLE_BASE_URL',
  accountId: 'TRICKLE_ACCOUNT_ID',
  apiKey: 'TRICKLE_API_KEY',
  accessToken: 'TRICKLE_ACCESS_TOKEN',
} as const;

type Values = { readonly [Name in keyof typeof VARIABLES]?: unknown };

/**
 * The options together with what the environment says where they do not. Credentials are one thing: a key that is
 * given is not mixed with a token of the environment. Pages and workers without an environment have nothing in it.
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
    return process?.env?.[VARIABLES[name]] || undefined; // an empty one says nothing
  } catch {
    return undefined; // Deno throws where the program may not read it
  }
}
