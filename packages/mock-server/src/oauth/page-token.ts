import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Parameters } from '../domain/oauth/authorize.ts';

const LIFETIME = 60 * 60_000;

/** The parameters that a page token covers. */
const BOUND = [
  'client_id',
  'redirect_uri',
  'response_type',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;

/** Signs the consent page, so that only decisions from a page of this server count. */
// Unspecified: U-170
export interface PageTokens {
  /** Creates a token for the parameters. */
  make(parameters: Parameters, now: number): string;
  /** Whether a token matches the parameters and is less than an hour old. */
  isValid(token: string | undefined, parameters: Parameters, now: number): boolean;
}

/** Creates page tokens. `key` creates the secret on first use. */
export function pageTokens(key: () => string): PageTokens {
  let secret: string | undefined;
  const sign = (parameters: Parameters, madeAt: number) => {
    secret ??= key();
    const text = JSON.stringify([madeAt, ...BOUND.map((name) => parameters[name] ?? null)]);
    return `${madeAt}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  return {
    make: sign,
    isValid(token = '', parameters, now) {
      const madeAt = Number(token.slice(0, token.indexOf('.')));
      if (!(madeAt <= now && now < madeAt + LIFETIME)) return false;
      const [given, expected] = [Buffer.from(token), Buffer.from(sign(parameters, madeAt))];
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
