import { parseJson } from '@trickle/sdk/contract';
import type { Parameters } from '../../domain/oauth/authorize.ts';
import { decoded } from '../../shared/values/encoded-url.ts';
import { credentialsIn } from '../http/credentials.ts';
import { malformed } from '../http/errors.ts';
import { PUBLIC_BODY_LIMIT, parseForm, readForm, readText } from '../http/read-request.ts';

/** Reads the parameters of a URL or form. Repeated ones are dropped (RFC 6749, 3.1). */
export function parametersOf(pairs: URLSearchParams): Parameters {
  const parameters = new Map<string, string | undefined>();
  for (const [name, value] of pairs) {
    parameters.set(name, parameters.has(name) || value === '' ? undefined : value);
  }
  return Object.fromEntries(parameters);
}

export async function formOf(request: Request, bodyLimit: number): Promise<Parameters> {
  return parametersOf(await readForm(request, bodyLimit));
}

/** Reads the parameters of a token request: from the query, a form or JSON; id and secret also from Basic credentials (RFC 6749). */
// Unspecified: U-20
export async function tokenParameters(request: Request, bodyLimit: number): Promise<Parameters> {
  const text = await readText(request, Math.min(bodyLimit, PUBLIC_BODY_LIMIT));
  return {
    ...basicCredentials(request.headers.get('authorization')),
    ...(text.trimStart().startsWith('{') ? textsIn(text) : parametersOf(parseForm(text))),
    ...parametersOf(new URL(request.url).searchParams),
  };
}

function basicCredentials(header: string | null): Parameters {
  const { basic } = credentialsIn(header);
  if (basic === undefined) return {};
  const [id, secret] = basic;
  return { client_id: formDecoded(id), client_secret: formDecoded(secret) };
}

/** RFC 6749 (2.3.1) requires form encoding. Many clients omit it, which makes no difference for most secrets. */
const formDecoded = (text: string): string => decoded(text.replaceAll('+', ' '), text);

function textsIn(text: string): Parameters {
  try {
    const members = Object.entries(parseJson(text) as Record<string, unknown>);
    return Object.fromEntries(
      members.filter((member): member is [string, string] => typeof member[1] === 'string'),
    );
  } catch (error) {
    if (error instanceof RangeError) throw malformed('The body is nested too deeply.');
    if (!(error instanceof SyntaxError)) throw error;
    throw malformed(`The body is not JSON: ${error.message}`);
  }
}
