import { number, text } from '../engine/column.ts';
import { type RowOf, table } from '../engine/table.ts';

/** Authorization codes, which applications exchange for tokens. */
export const oauthCodes = table(
  'oauth_codes',
  {
    code: text(),
    clientId: text(),
    userId: text(),
    /** The user's account whose clock decides when the code expires. */
    accountId: text(),
    redirectUri: text(),
    /** The PKCE challenge; null when none was sent. */
    challenge: text().orNull(),
    challengeMethod: text<'S256' | 'plain'>().orNull(),
    /** Milliseconds since 1970. */
    expiresAt: number(),
    /** The token it was exchanged for; null until then. */
    token: text().orNull(),
  },
  { isShared: true, order: ['code'] },
);
export interface OAuthCode extends RowOf<typeof oauthCodes> {}
