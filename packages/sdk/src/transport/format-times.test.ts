import { expect, test } from 'vitest';
import { identifiersIn, operations, transportOf } from '../../test/all-operations.ts';
import { readGoldens } from '../../test/wire/read-goldens.ts';
import { endpointNamed } from '../contract/find-endpoint.ts';
import { definitionOf, type Schema } from '../contract/index.ts';
import { InputError } from '../core/errors.ts';
import { formatTimes } from './transport.ts';

const text = '2026-01-31T09:00:00.000Z';
const date = new Date(text);

/** The members of a schema that are times. */
const timesOf = (schema: Schema | undefined) =>
  Object.entries((schema && definitionOf(schema()).shape) ?? {})
    .filter(([, type]) => definitionOf(type).format === 'iso_time')
    .map(([name]) => name);

const cases = operations.flatMap((operation) => {
  const endpoint = endpointNamed(operation.name);
  return (['body', 'query'] as const).flatMap((part) =>
    timesOf(part === 'body' ? endpoint?.body?.item : endpoint?.query).map(
      (member) => [operation.name, member, part, operation] as const,
    ),
  );
});

test('there are times in bodies, in batches and in queries', () => {
  expect(cases.map(([name, member]) => `${name} ${member}`)).toEqual(
    expect.arrayContaining([
      'events.record occurred_at',
      'events.recordBatch occurred_at',
      'orders.upsert cancelled_at',
      'subscribers.list subscribed_after',
    ]),
  );
  expect(cases.length).toBeGreaterThan(15);
});

test.each(cases)('%s takes a Date as %s of its %s', async (name, member, part, operation) => {
  const sent: string[] = [];
  const fetch = async (request: Request) => {
    sent.push(decodeURIComponent(request.url), await request.text());
    return Response.json({}, { status: 404 });
  };
  const transport = transportOf({ fetch });
  const golden = readGoldens().find(({ key }) => key === name);
  const body = golden?.examples[0].request.body;
  const input = body === undefined ? undefined : endpointNamed(name)?.body?.unwrap(body);
  const dated = (value: unknown, time: Date): unknown =>
    Array.isArray(value) ? value.map((one) => dated(one, time)) : { ...(value as object), [member]: time };
  const path = identifiersIn(operation.path, '1');
  const call = (time: Date) =>
    transport.call(operation, {
      ...{ path, options: undefined, body: part === 'body' ? dated(input, time) : input },
      ...(part === 'query' && { query: { [member]: time } }),
    });
  await expect(call(date)).rejects.toMatchObject({ status: 404 });
  expect(sent.join('\n')).toContain(part === 'body' ? `"${member}":"${text}"` : `${member}=${text}`);
  // An invalid time is refused here, not sent as null.
  await expect(call(new Date('soon'))).rejects.toThrow(InputError);
  expect(sent).toHaveLength(2);
});

test('an object without dates is returned unchanged, not copied', () => {
  for (const given of [{ a: 1 }, [{ a: 1 }, null], undefined, null, 'x', 5]) {
    expect(formatTimes(given)).toBe(given);
  }
  const given = [{ at: date }, { at: 'x' }];
  expect(formatTimes(given)).toEqual([{ at: text }, { at: 'x' }]);
  expect(given[0]).toEqual({ at: date });
});
