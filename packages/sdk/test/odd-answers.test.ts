import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isObject } from '../src/core/is-object.ts';
import { InputError, ResponseFormatError, TrickleError } from '../src/index.ts';
import type { Operation } from '../src/transport/operation.ts';
import { identifiersIn, operations, transportOf } from './all-operations.ts';
import { clientOf, failureOf } from './answered-client.ts';

/** Bodies that look like an answer of the operation from far, and are none from near. */
const bodies = ({ response: { name } }: Operation) => {
  const edges = fc.constantFrom(null, [], {}, '', '1', 0, -1, 1.5, 1e308);
  const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), edges);
  const records = fc.oneof(odd, fc.array(odd, { maxLength: 3 }));
  const meta = fc.oneof(odd, fc.record({ page: odd, total_pages: odd }, { requiredKeys: [] }));
  const entry = fc.record({ code: odd, message: odd, attribute: odd });
  const errors = fc.oneof(odd, fc.array(entry, { maxLength: 3 }));
  const members = { [name || 'x']: records, meta, errors, message: odd, linked: odd };
  const body = fc.record(members, { requiredKeys: [] });
  return fc.tuple(fc.oneof(body, odd), fc.constantFrom(200, 200, 204, 401, 404, 422, 429, 500));
};

test.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s: an odd answer is a result, or an error about the answer',
  async (_, operation) => {
    await fc.assert(
      fc.asyncProperty(bodies(operation), async ([body, status]) => {
        let requests = 0;
        const fetch = () => {
          requests += 1;
          return status === 204 ? new Response(null, { status }) : Response.json(body, { status });
        };
        const transport = transportOf({ fetch, retries: 0 });
        const path = identifiersIn(operation.path, 'a@x.io');
        const given = { path, body: { email: 'a@x.io' }, options: { validate: false } };
        const calls: Promise<unknown>[] = [transport.call(operation, given)];
        if (operation.response.kind === 'page') {
          const page = transport.page(operation as never, given as never);
          calls.push(page.toArray({ limit: 5 }), page.withResponse());
        }
        for (const outcome of await Promise.allSettled(calls)) {
          if (outcome.status === 'fulfilled') continue;
          expect(outcome.reason).toBeInstanceOf(TrickleError);
          expect(outcome.reason).not.toBeInstanceOf(InputError);
        }
        expect(requests).toBeLessThan(20);
      }),
      { numRuns: 30 },
    );
  },
);

const pageWith = (meta: unknown) => {
  let requests = 0;
  const fetch = () => {
    requests += 1;
    return Response.json({ subscribers: [{ id: `${requests}` }], meta });
  };
  const client = clientOf({ fetch });
  return { client, asked: () => requests };
};

test.each([
  [{ page: 'one', total_pages: 3 }, 'page'],
  [{ page: 1.5, total_pages: 3 }, 'page'],
  [{ page: true, total_pages: 3 }, 'page'],
  [{ page: 1, total_pages: 'many' }, 'total_pages'],
  [{ page: 1, total_pages: [3] }, 'total_pages'],
])('a loop over pages whose meta is %j ends with an error about the answer', async (meta, name) => {
  const { client, asked } = pageWith(meta);
  const error = await failureOf(client.subscribers.list().toArray(), ResponseFormatError);
  expect(error.message).toBe(
    `GET https://api.test/v2/9/subscribers answered 200, but \`meta.${name}\` is not a whole number, so the next page is unknown.`,
  );
  expect(isObject(JSON.parse(error.text))).toBe(true);
  expect(asked()).toBe(1);
  // A single page is returned unchanged.
  expect(await client.subscribers.list()).toMatchObject({ meta });
});

test('page numbers that are written as text are numbers', async () => {
  const { client } = pageWith({ page: '1', total_pages: '3' });
  expect(await client.subscribers.list().toArray()).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }]);
});
