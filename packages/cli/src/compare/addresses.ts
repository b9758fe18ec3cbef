import { randomBytes } from 'node:crypto';
import { field } from '@trickle/sdk/contract';
import { UsageError } from '../terminal/exit-signal.ts';

/** Makes new, unused addresses of a mailbox such as `qa+{n}@example.com`. */
export function addressesIn(mailbox: string): () => string {
  if (!mailbox.includes('{n}') || !field.email().safeParse(mailbox.replaceAll('{n}', '1')).success) {
    throw new UsageError(
      `--mailbox must be an email address with {n} in it, such as qa+{n}@example.com, not '${mailbox}'.`,
    );
  }
  const run = `trickle-${randomBytes(5).toString('hex')}`;
  let count = 0;
  return () => {
    count += 1;
    return mailbox.replaceAll('{n}', `${run}-${count}`).toLowerCase();
  };
}
