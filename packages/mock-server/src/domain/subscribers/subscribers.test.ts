import { expect, it } from 'vitest';
import { UNKNOWN_PLACE } from '../../store/engine/place.ts';
import { openSqlite } from '../../store/engine/sqlite.ts';
import { type Context, openContext } from '../context/context.ts';
import type { Services } from '../context/services.ts';
import { mergeCustomFields } from './subscribers.ts';

// U-133
it('the fields of an account are counted once, whatever a page sends', async () => {
  const store = openSqlite();
  const counts: string[] = [];
  const changes = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`field_${i}`, 'x']));
  const merged = await store.write((tx) => {
    const counting: Context['tx'] = {
      ...tx,
      all: (sql, ...values) => {
        if (sql.includes('count(')) counts.push(sql);
        return tx.all(sql, ...values);
      },
    };
    const services = {} as Services; // merging needs no services
    return mergeCustomFields(
      openContext({ services, tx: counting, accountId: '1', place: UNKNOWN_PLACE }, 'script'),
      {},
      changes,
    );
  });
  expect([Object.keys(merged).length, counts.length]).toEqual([50, 1]);
  await store.close();
});
