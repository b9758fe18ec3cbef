import { deleteOAuthTokensOf } from './accounts.ts';
import { mapRow, type StoredRow } from './row-mapping.ts';
import type { Transaction } from './store.ts';

/** An application that may ask users for access. */
export interface OAuthApplication {
  readonly client_id: string;
  readonly client_secret: string;
  readonly name: string;
  /** Its callback URLs; without one the application is not active. */
  readonly redirect_uris: readonly string[];
}

const { columns, placeholders, toRow, values } = mapRow<OAuthApplication>({ client_id: 'client_id' }, 'data');

/** Makes an application; one that is there already is left as it is. */
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

/** All applications, by their ids. */
export async function listOAuthApplications(tx: Transaction): Promise<OAuthApplication[]> {
  const rows = await tx.all<StoredRow>(`select ${columns} from oauth_applications order by client_id`);
  return rows.map(toRow);
}

/** Takes an application away with its codes and tokens; false when it was not there. */
export async function deleteOAuthApplication(tx: Transaction, clientId: string): Promise<boolean> {
  await tx.run('delete from oauth_codes where client_id = ?', clientId);
  await deleteOAuthTokensOf(tx, clientId);
  return (await tx.run('delete from oauth_applications where client_id = ?', clientId)) === 1;
}
