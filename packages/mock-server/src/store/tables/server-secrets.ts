import { text } from '../engine/column.ts';
import { NO_ACCOUNT, type Store } from '../engine/store.ts';
import { table } from '../engine/table.ts';

/** The secrets that the servers of a database share. */
export type SecretName = 'consent_page';

const secrets = table(
  'server_secrets',
  { name: text<SecretName>(), value: text() },
  { key: ['name'], isShared: true, order: ['name'] },
);

/** Returns a secret. The first server that asks for it stores the one that `make` returns. */
export async function sharedSecret(store: Store, name: SecretName, make: () => string): Promise<string> {
  const stored = await store.read((tx) => secrets.pick(tx, NO_ACCOUNT, { name }, 'value'), NO_ACCOUNT);
  if (stored !== undefined) return stored;
  return store.write(async (tx) => {
    const value = make();
    const isNew = await secrets.insertNew(tx, NO_ACCOUNT, { name, value });
    return isNew ? value : ((await secrets.pick(tx, NO_ACCOUNT, { name }, 'value')) ?? value);
  }, NO_ACCOUNT);
}
