import { number, others, text } from '../engine/column.ts';
import { NO_ACCOUNT, type Transaction } from '../engine/store.ts';
import { type RowOf, table } from '../engine/table.ts';
import { deleteOAuthTokensOf } from './accounts.ts';

export const oauthApplications = table(
  'oauth_applications',
  {
    client_id: text(),
    data: others<ApplicationData>(),
  },
  { key: ['client_id'], isShared: true, order: ['client_id'] },
);
export interface OAuthApplication extends RowOf<typeof oauthApplications> {}

interface ApplicationData {
  readonly client_secret: string;
  readonly name: string;
  /** Callback URLs; without any, the application is inactive. */
  readonly redirect_uris: readonly string[];
}

export const findOAuthApplication = (
  tx: Transaction,
  clientId: string,
): Promise<OAuthApplication | undefined> => oauthApplications.find(tx, NO_ACCOUNT, { client_id: clientId });

/** Deletes an application with its codes and tokens; false when it does not exist. */
export async function deleteOAuthApplication(tx: Transaction, clientId: string): Promise<boolean> {
  await oauthCodes.remove(tx, NO_ACCOUNT, { clientId });
  await deleteOAuthTokensOf(tx, clientId);
  return (await oauthApplications.remove(tx, NO_ACCOUNT, { client_id: clientId })) === 1;
}

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
