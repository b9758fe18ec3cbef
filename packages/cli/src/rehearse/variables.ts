import { UsageError } from '../terminal/exit-signal.ts';

export interface Access {
  readonly baseUrl: string;
  readonly accountId: string;
  readonly apiKey: string;
}

/** An environment variable and what it contains: a member of {@link Access}, with a path after a base URL. */
export interface Variable {
  readonly name: string;
  readonly member: keyof Access;
  readonly path: string;
}

const USUAL: readonly Variable[] = [
  { name: 'TRICKLE_BASE_URL', member: 'baseUrl', path: '' },
  { name: 'TRICKLE_ACCOUNT_ID', member: 'accountId', path: '' },
  { name: 'TRICKLE_API_KEY', member: 'apiKey', path: '' },
];

/** Reads `NAME=apiKey`, `NAME=accountId`, `NAME=baseUrl` or `NAME=baseUrl/v2/`. */
export function readVariable(text: string, option: string): Variable {
  const match = /^(?<name>[A-Za-z_]\w*)=(?:(?<member>apiKey|accountId|baseUrl)|baseUrl(?<path>\/.*))$/.exec(
    text,
  );
  const { name, member = 'baseUrl', path = '' } = match?.groups ?? {};
  if (name === undefined) {
    throw new UsageError(
      `${option} takes NAME=apiKey, NAME=accountId, NAME=baseUrl or NAME=baseUrl/path, not '${text}'.`,
    );
  }
  return { name, member: member as keyof Access, path }; // the members of the expression
}

/** The environment of a program. Variables for other services are unchanged. */
export function environmentOf(
  inherited: Readonly<Record<string, string | undefined>>,
  access: Access,
  variables: readonly Variable[],
): NodeJS.ProcessEnv {
  const { TRICKLE_ACCESS_TOKEN: _, ...others } = inherited; // clients would use it instead of the key
  const own = [...USUAL, ...variables].map(({ name, member, path }) => [name, access[member] + path]);
  return { ...others, ...Object.fromEntries(own) };
}
