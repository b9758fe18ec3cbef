import { expect, it, vi } from 'vitest';
import type { AccountTransaction } from '../context/context.ts';
import { prune } from './retention.ts';

it.each([
  { random: 0.09, added: 1, isPruned: true },
  { random: 0.11, added: 1, isPruned: false },
  { random: 0.19, added: 2, isPruned: true },
])(
  'rows are pruned once for a tenth of those that are kept, on average: $random after $added rows',
  async ({ random, added, isPruned }) => {
    const table = { kept: 100, prune: vi.fn(async () => 0) };
    const place = { services: { random: () => random, retention: {} }, accountId: '9999999' };
    await prune(place as unknown as AccountTransaction, table, ...(added === 1 ? [] : [added]));
    expect(table.prune).toHaveBeenCalledTimes(isPruned ? 1 : 0);
  },
);
