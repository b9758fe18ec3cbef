import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Parameters } from '../../domain/oauth/authorize.ts';

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

/** Signs the consent page, so that only decisions count from a page of this server, or of one with the same key. */
// Unspecified: U-170
export interface PageTokens {
  /** Creates a token for the parameters. */
  make(parameters: Parameters, now: number): Promise<string>;
  /** Whether a token matches the parameters and is less than an hour old. */
  isValid(token: string | undefined, parameters: Parameters, now: number): Promise<boolean>;
}

/** Creates page tokens. `key` returns the secret that signs them. */
export function pageTokens(key: () => Promise<string>): PageTokens {
  const sign = async (parameters: Parameters, madeAt: number) => {
    const text = JSON.stringify([madeAt, ...BOUND.map((name) => parameters[name] ?? null)]);
    const signature = createHmac('sha256', await key())
      .update(text)
      .digest('base64url');
    return `${madeAt}.${signature}`;
  };
  return {
    make: sign,
    async isValid(token = '', parameters, now) {
      const madeAt = Number(token.slice(0, token.indexOf('.')));
      if (!(madeAt <= now && now < madeAt + LIFETIME)) return false;
      const [actual, expected] = [Buffer.from(token), Buffer.from(await sign(parameters, madeAt))];
      return actual.length === expected.length && timingSafeEqual(actual, expected);
    },
  };
}
