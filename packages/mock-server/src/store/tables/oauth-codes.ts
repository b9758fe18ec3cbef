import { mapRow, number, type StoredRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';

/** An authorization code, which an application exchanges for a token. */
export interface OAuthCode {
  readonly code: string;
  readonly clientId: string;
  readonly userId: string;
  /** The user's account whose clock decides when the code expires. */
  readonly accountId: string;
  readonly redirectUri: string;
  /** The PKCE challenge; null when none was sent. */
  readonly challenge: string | null;
  readonly challengeMethod: 'S256' | 'plain' | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A stored code. */
export interface StoredOAuthCode extends OAuthCode {
  /** The token it was exchanged for; null until then. */
  readonly token: string | null;
}

const { columns, placeholders, toRow, values } = mapRow<StoredOAuthCode>({
  code: 'code',
  clientId: 'client_id',
  userId: 'user_id',
  accountId: 'account_id',
  redirectUri: 'redirect_uri',
  challenge: 'challenge',
  challengeMethod: 'challenge_method',
  expiresAt: number('expires_at'),
  token: 'token',
});

export async function insertOAuthCode(tx: Transaction, code: OAuthCode): Promise<void> {
  await tx.run(
    `insert into oauth_codes (${columns}) values (${placeholders})`,
    ...values({ ...code, token: null }),
  );
}

export async function findOAuthCode(tx: Transaction, code: string): Promise<StoredOAuthCode | undefined> {
  const row = await tx.get<StoredRow>(`select ${columns} from oauth_codes where code = ?`, code);
  return row && toRow(row);
}

/** Records the token that a code was exchanged for, which uses up the code. */
export async function spendOAuthCode(tx: Transaction, code: string, token: string): Promise<void> {
  await tx.run('update oauth_codes set token = ? where code = ?', token, code);
}
