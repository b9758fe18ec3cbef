import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { RECORDS, recordTypes } from '../../../../scripts/contract/operations/records.ts';
import {
  operationsTable,
  RARE_TESTS,
  rareTests,
  TABLE,
  WITHOUT_TEST,
} from '../../../../scripts/contract/operations/table.ts';
import { operations } from '../../test/all-operations.ts';
import { valuesOf } from '../../test/arbitrary-values.ts';
import { endpointNamed } from '../contract/find-endpoint.ts';
import { BATCH_LIMIT, type Endpoint, SUBSCRIBER_UPDATES, WebhookInput } from '../contract/index.ts';
import { fastAccepts } from '../contract/schema/fast-path.ts';
import { loadRareTests, type Operation } from './operation.ts';
import * as table from './operations.generated.ts';

const both = operations.map((operation): [string, Operation, Endpoint<unknown>] => [
  operation.name,
  operation,
  endpointNamed(operation.name) as Endpoint<unknown>, // the first test says that it is there
]);

test('the table and the types of records match the contract: npm run generate', () => {
  expect(readFileSync(TABLE, 'utf8')).toBe(operationsTable());
  expect(readFileSync(RARE_TESTS, 'utf8')).toBe(rareTests());
  expect(readFileSync(RECORDS, 'utf8')).toBe(recordTypes());
  for (const [name, , endpoint] of both) expect(endpoint, name).toBeDefined();
});

test('a rare input is accepted once the tests of such inputs are loaded', async () => {
  // A copy of the module, since other tests have loaded them.
  const copy = new URL('./operation.ts?copy', import.meta.url).href;
  const { rare, loadRareTests }: typeof import('./operation.ts') = await import(copy);
  const accepts = rare('PurchaseInput');
  expect(accepts({ amount: 4900 }, true)).toBe(false);
  await loadRareTests();
  expect(accepts({ amount: 4900 }, true)).toBe(true);
  expect(accepts({ amount: '4900' }, true)).toBe(false);
});

test('an operation without a fast test leaves every record to zod', () => {
  const record = { post_url: 'https://x.io' };
  expect(fastAccepts(WebhookInput(), record, true)).toBe(true);
  expect(table.webhooks.create.fastAcceptsRecord(record)).toBe(false);
});

describe.each(both)('%s', (_, operation, endpoint) => {
  beforeAll(loadRareTests);

  test('is sent as the contract says', () => {
    const { method, path, limit, repeatable, body } = endpoint;
    expect(operation).toMatchObject({ method, path, limit, repeatable });
    expect(operation.updatesSubscriber).toBe(SUBSCRIBER_UPDATES.has(endpoint));
    const input = body?.kind === 'batch' || body?.kind === 'list' ? [{ a: 1 }, {}] : { a: 1 };
    expect(operation.wrap(input)).toEqual(body?.wrap(input));
    if (!body) expect(operation.fastAccepts(undefined, undefined)).toBe(true);
  });

  test('accepts the same bodies and queries as the contract without zod', () => {
    const { body, query } = endpoint;
    expect(body && query).toBeUndefined(); // no operation of the interface has both
    for (const part of [body?.item, query]) {
      if (!part || WITHOUT_TEST.has(part)) continue;
      const type = part();
      let acceptedCount = 0;
      fc.assert(
        fc.property(valuesOf(type), (value) => {
          const isAccepted = fastAccepts(type, value, true);
          if (part !== query) expect(operation.fastAcceptsRecord(value)).toBe(isAccepted);
          else if (value !== undefined) expect(operation.fastAccepts(undefined, value)).toBe(isAccepted);
          acceptedCount += Number(isAccepted);
        }),
        { numRuns: 60 },
      );
      expect(acceptedCount).toBeGreaterThan(0);
    }
  });
});

test('accepts a batch of 1 to 1000 accepted records', () => {
  const ann = { email: 'ann@example.com' };
  const { upsertBatch } = table.subscribers;
  const accepts = (records: unknown) => upsertBatch.fastAccepts(records as never, undefined);
  expect(accepts([ann])).toBe(true);
  expect(accepts(Array(BATCH_LIMIT).fill(ann))).toBe(true);
  for (const wrong of [[], Array(BATCH_LIMIT + 1).fill(ann), [ann, {}], new Array(1), ann, undefined]) {
    expect(accepts(wrong)).toBe(false);
  }
});
