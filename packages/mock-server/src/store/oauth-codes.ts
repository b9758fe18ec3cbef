import type { Transaction } from './store.ts';

/** A verification code, which an application exchanges for a token. */
export interface OAuthCode {
  readonly code: string;
  readonly clientId: string;
  readonly userId: string;
  /** The account of the user's by whose clock the code expires. */
  readonly accountId: string;
  readonly redirectUri: string;
  /** Of PKCE; null when none was sent. */
  readonly challenge: string | null;
  readonly challengeMethod: 'S256' | 'plain' | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A code as it stands. */
export interface KeptOAuthCode extends OAuthCode {
  /** What it was exchanged for; null until then. */
  readonly token: string | null;
}

export async function insertOAuthCode(tx: Transaction, code: OAuthCode): Promise<void> {
  await tx.run(
    `insert into oauth_codes (account_id, code, client_id, user_id, redirect_uri, challenge, challenge_method,
       expires_at) values (?, ?, ?, ?, ?, ?, ?, ?)`,
    code.accountId,
    code.code,
    code.clientId,
    code.userId,
    code.redirectUri,
    code.challenge,
    code.challengeMethod,
    code.expiresAt,
  );
}

export async function findOAuthCode(tx: Transaction, code: string): Promise<KeptOAuthCode | undefined> {
  const row = await tx.get<{
    account_id: string;
    client_id: string;
    user_id: string;
    redirect_uri: string;
    challenge: string | null;
    challenge_method: 'S256' | 'plain' | null;
    expires_at: number;
    token: string | null;
  }>(
    `select account_id, client_id, user_id, redirect_uri, challenge, challenge_method, expires_at, token
     from oauth_codes where code = ?`,
    code,
  );
  return (
    row && {
      code,
      clientId: row.client_id,
      userId: row.user_id,
      accountId: row.account_id,
      redirectUri: row.redirect_uri,
      challenge: row.challenge,
      challengeMethod: row.challenge_method,
      expiresAt: Number(row.expires_at),
      token: row.token,
    }
  );
}

/** Says what a code was exchanged for; it is worth nothing any more. */
export async function spendOAuthCode(tx: Transaction, code: string, token: string): Promise<void> {
  await tx.run('update oauth_codes set token = ? where code = ?', token, code);
}
