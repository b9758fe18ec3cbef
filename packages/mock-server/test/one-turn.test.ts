import { StatementSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { scenarios } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';

/** Records the transactions and savepoints that SQLite begins. */
function recordBegins(): string[] {
  const begins: string[] = [];
  const { run } = StatementSync.prototype;
  vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (this: StatementSync, ...values) {
    if (/^(begin|savepoint)/.test(this.sourceSQL)) begins.push(this.sourceSQL);
    return run.apply(this, values);
  });
  return begins;
}

scenarios('a database in memory', (start) => {
  test('an update takes one transaction, with limits and overlapping updates refused', async () => {
    await using server = await start({ seed: mailingAccount(), limits: {} });
    await server.settle();
    const begins = recordBegins();
    expect((await server.upsert({ email: 'ann@acme.test', tags: ['vip'] })).status).toBe(200);
    expect(begins).toEqual(['begin immediate']);
  });
});
