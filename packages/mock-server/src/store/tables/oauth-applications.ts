import { mapRow, type StoredRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';
import { deleteOAuthTokensOf } from './accounts.ts';

/** An OAuth application, which can request access from users. */
export interface OAuthApplication {
  readonly client_id: string;
  readonly client_secret: string;
  readonly name: string;
  /** Callback URLs; without any, the application is inactive. */
  readonly redirect_uris: readonly string[];
}

const { columns, placeholders, toRow, values } = mapRow<OAuthApplication>({ client_id: 'client_id' }, 'data');

/** Inserts an application. Does nothing if the id already exists. */
export async function insertOAuthApplication(tx: Transaction, application: OAuthApplication): Promise<void> {
  await tx.run(
    `insert into oauth_applications (${columns}) values (${placeholders}) on conflict (client_id) do nothing`,
    ...values(application),
  );
}

export async function updateOAuthApplication(tx: Transaction, application: OAuthApplication): Promise<void> {
  const { client_id, ...data } = application;
  await tx.run('update oauth_applications set data = ? where client_id = ?', JSON.stringify(data), client_id);
}

export async function findOAuthApplication(
  tx: Transaction,
  clientId: string,
): Promise<OAuthApplication | undefined> {
  const row = await tx.get<StoredRow>(
    `select ${columns} from oauth_applications where client_id = ?`,
    clientId,
  );
  return row && toRow(row);
}

/** Lists all applications, sorted by id. */
export async function listOAuthApplications(tx: Transaction): Promise<OAuthApplication[]> {
  const rows = await tx.all<StoredRow>(`select ${columns} from oauth_applications order by client_id`);
  return rows.map(toRow);
}

/** Deletes an application with its codes and tokens; false when it does not exist. */
export async function deleteOAuthApplication(tx: Transaction, clientId: string): Promise<boolean> {
  await tx.run('delete from oauth_codes where client_id = ?', clientId);
  await deleteOAuthTokensOf(tx, clientId);
  return (await tx.run('delete from oauth_applications where client_id = ?', clientId)) === 1;
}
