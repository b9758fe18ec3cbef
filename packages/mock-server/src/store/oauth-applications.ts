import type { Transaction } from './store.ts';

/** An application that may ask users for access. */
export interface OAuthApplication {
  readonly client_id: string;
  readonly client_secret: string;
  readonly name: string;
  readonly redirect_uris: readonly string[];
}

/** Makes an application; one that is there already is left as it is. */
export async function insertOAuthApplication(tx: Transaction, application: OAuthApplication): Promise<void> {
  const { client_id, ...data } = application;
  await tx.run(
    'insert into oauth_applications (client_id, data) values (?, ?) on conflict (client_id) do nothing',
    client_id,
    JSON.stringify(data),
  );
}
