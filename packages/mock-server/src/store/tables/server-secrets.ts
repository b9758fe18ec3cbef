import { NO_ACCOUNT, type Store, type Transaction } from '../engine/store.ts';

/** What the servers of a database keep secret together. */
export type SecretName = 'consent_page';

/** Returns a secret. The first server that asks for it stores the one that `make` returns. */
export async function sharedSecret(store: Store, name: SecretName, make: () => string): Promise<string> {
  const known = await store.read((tx) => findSecret(tx, name));
  if (known !== undefined) return known;
  return store.write(async (tx) => {
    const made = make();
    const sql = 'insert into server_secrets (name, value) values (?, ?) on conflict (name) do nothing';
    const isNew = (await tx.run(sql, name, made)) > 0;
    return isNew ? made : ((await findSecret(tx, name)) ?? made);
  }, NO_ACCOUNT);
}

const findSecret = async (tx: Transaction, name: SecretName): Promise<string | undefined> =>
  (await tx.get<{ value: string }>('select value from server_secrets where name = ?', name))?.value;
