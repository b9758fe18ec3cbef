/**
 * A process that stops within a transaction, as a frozen server does. After SIGCONT, it continues and prints what became of
 * the transaction. Its arguments are the URL of the database and an account.
 */

import { isOutage } from '../../src/store/engine/errors.ts';
import { openPostgres } from '../../src/store/engine/postgres.ts';
import { addNote } from './notes.ts';

const [url = '', accountId = ''] = process.argv.slice(2);
const store = await openPostgres(url);

const note = (identifier: string, thenStop: boolean) =>
  store.write(async (tx) => {
    await addNote(tx, identifier, accountId);
    await tx.get('select 1'); // the account is locked
    if (thenStop) {
      process.stdout.write('locked\n');
      process.kill(process.pid, 'SIGSTOP'); // returns after SIGCONT
      await tx.get('select 1');
    }
  }, accountId);

const ended = await note('frozen', true).then(
  () => 'committed',
  (error: unknown) => (isOutage(error) ? 'an outage' : `another error: ${error}`),
);
await note('thawed', false);
process.stdout.write(`${ended}\n`);
await store.close();
