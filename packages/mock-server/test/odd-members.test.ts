import { definitionOf, type Endpoint, contract as published } from '@trickle/sdk/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import type * as z from 'zod/mini';
import { ANN, shopFor } from './boat-shop.ts';
import { type Answer, startServer, type TestServer } from './harness.ts';
import { bodySamples, type Sample, samples, target } from './operations.ts';
import { shareServers } from './shared-servers.ts';

/*
 * Requests as programs without type checks send them: empty texts, empty lists for maps, unknown members. The tables
 * include every member of every operation of the contract.
 */

const endpointOf = (key: string): Endpoint<unknown> => {
  const [noun = '', method = ''] = key.split('.');
  const nouns: Readonly<Record<string, Readonly<Record<string, Endpoint<unknown>>>>> = published;
  return nouns[noun]?.[method] as Endpoint<unknown>; // each sample belongs to an endpoint of the contract
};

/** The schema of an operation's record. */
const itemOf = (key: string) => endpointOf(key).body?.item() as z.core.$ZodType;

/** A member of a record: its path and its schema. */
interface Member {
  readonly path: readonly string[];
  readonly type: z.core.$ZodType;
  readonly isOptional: boolean;
}

function membersOf(type: z.core.$ZodType, path: readonly string[] = []): Member[] {
  const { shape = {}, element } = definitionOf(type);
  if (element) return membersOf(element, [...path, '0']);
  return Object.entries(shape).flatMap(([name, member]) => [
    { path: [...path, name], type: member, isOptional: member._zod.def.type === 'optional' },
    ...membersOf(member, [...path, name]),
  ]);
}

/** A valid body with this value at this path. Missing objects on the way are created. */
function bodyWith(body: unknown, path: readonly string[], value: unknown): unknown {
  const changed = structuredClone(body);
  let at = recordIn(changed);
  for (const [i, key] of path.entries()) {
    if (i === path.length - 1) at[key] = value;
    else {
      at[key] ??= path[i + 1] === '0' ? [neededIn(path)] : {};
      at = at[key] as Record<string, unknown>; // created above, or an object of the sample
    }
  }
  return changed;
}

/** The members that an item needs and the sample lacks. */
const neededIn = (path: readonly string[]) => (path[0] === 'items' ? { name: 'Oar', amount: 100 } : {});

function recordIn(body: unknown): Record<string, unknown> {
  const [only, ...more] = Object.values(body as object);
  return Array.isArray(only) && more.length === 0 ? recordIn(only[0]) : (body as Record<string, unknown>);
}

const cases = bodySamples.flatMap((sample) =>
  membersOf(itemOf(sample.key)).map((member) => ({
    ...member,
    key: sample.key,
    sample,
    name: member.path.join('.'),
  })),
);

const isMap = (type: z.core.$ZodType) => ['object', 'record'].includes(definitionOf(type).type);

const serverWith = shareServers();

/** Without it, the sample would identify no subscriber. */
const namesSomebody = (name: string) => ['email', 'id', 'person_id', 'visitor_uuid'].includes(name);

/** Cases by their operation, since the requests of one follow each other. */
const byOperation = (chosen: readonly (typeof cases)[number][]) =>
  [...Map.groupBy(chosen, ({ sample }) => sample)].map(([sample, members]) => ({
    ...{ key: sample.key, sample, members },
  }));

const optional = cases.filter(({ isOptional }) => isOptional);
const clearable = byOperation(optional.filter(({ name }) => !namesSomebody(name)));
const naming = byOperation(optional.filter(({ name }) => namesSomebody(name)));
const needed = byOperation(cases.filter(({ isOptional }) => !isOptional));
const maps = byOperation(cases.filter(({ type }) => isMap(type)));
const queries = samples.filter(({ key }) => endpointOf(key).query);

/** A server with its seed only, which is reset after the test. */
async function serverFor({ key }: Sample): Promise<TestServer> {
  const server = await serverWith(shopFor(key));
  onTestFinished(() => server.reset());
  return server;
}

/** The server's response, and the issues of background processing. */
async function outcomeOf(server: TestServer, sample: Sample, body: unknown): Promise<[Answer, string[]]> {
  const before = (await server.outcomes()).length;
  const answer = await server.send(sample.method, target(sample), { body });
  await server.settle();
  const later = (await server.outcomes()).slice(before).flatMap(({ errors }) => errors);
  const all = [...(answer.body.errors ?? []), ...later];
  return [answer, all.map(({ code, attribute }) => `${code} ${attribute ?? ''}`)];
}

describe('empty texts', () => {
  it('every member of every operation is tested with an empty text', () => {
    expect(new Set(cases.map(({ key }) => key)).size).toBe(bodySamples.length);
    expect(cases.length).toBeGreaterThan(300);
  });

  // U-35
  it.each(clearable)('$key: an empty member is absent or cleared', async ({ sample, members }) => {
    const server = await serverFor(sample);
    for (const { name, path } of members) {
      const [answer, refused] = await outcomeOf(server, sample, bodyWith(sample.body, path, ''));
      expect([name, answer.status, refused]).toEqual([name, sample.status, []]);
    }
  });

  // U-35
  it.each(naming)('$key: an empty name names nobody, but another does', async ({ key, sample, members }) => {
    const server = await serverFor(sample);
    for (const { name, path } of members) {
      const body = structuredClone(sample.body);
      const record = recordIn(body);
      for (const member of ['email', 'id', 'person_id', 'visitor_uuid']) delete record[member];
      const idName = key.startsWith('shopperActivity.') ? 'person_id' : 'id';
      Object.assign(record, name === 'email' ? { [idName]: ANN.id } : { email: ANN.email });
      await server.reset(); // the one before may have taken the new address
      const [answer, refused] = await outcomeOf(server, sample, bodyWith(body, path, ''));
      expect([name, answer.status, refused]).toEqual([name, sample.status, []]);
      expect(answer.headers.get('x-trickle-warnings')).toContain("is read as absent: ''");
    }
  });

  it.each(needed)('$key: an empty member that it needs is missing', async ({ sample, members }) => {
    const server = await serverFor(sample);
    for (const { path } of members) {
      const [, refused] = await outcomeOf(server, sample, bodyWith(sample.body, path, ''));
      expect(refused).toEqual([`presence_error ${path.join('.').replaceAll(/\.(\d+)/g, '[$1]')}`]);
    }
  });

  // U-38
  it.each(queries)('$key: empty parameters are absent', async (sample) => {
    const server = await serverFor(sample);
    const type = endpointOf(sample.key).query?.() as z.core.$ZodType;
    const names = Object.keys(definitionOf(type).shape ?? {});
    const path = `${sample.path}?${names.map((name) => `${name}=`).join('&')}`;
    expect((await server.send(sample.method, path)).status).toBe(sample.status);
  });
});

// U-142
describe('empty lists in place of maps', () => {
  it.each(maps)('$key: an empty list for a map is an empty map', async ({ sample, members }) => {
    const server = await serverFor(sample);
    for (const { name, path } of members) {
      const [answer, refused] = await outcomeOf(server, sample, bodyWith(sample.body, path, []));
      expect([name, answer.status, refused]).toEqual([name, sample.status, []]);
      expect(answer.headers.get('x-trickle-warnings')).toContain('is read as {}: []');
    }
  });
});

describe('unknown members', () => {
  const others = {
    ...{ status: 'foo', lifetime_value: 'abc', new_email: 'a@b.co>, <evil@x.io', user_agent: 'x' },
    ...{ created_at: 'x', href: 'x', deliverable_status: 'x' },
  };
  // In an open object, such a member is a custom attribute.
  const closed = bodySamples.filter(({ key }) => definitionOf(itemOf(key)).catchall === undefined);

  it.each(closed)('unknown members never reach the rules of $key', async (sample) => {
    const known = membersOf(itemOf(sample.key)).map(({ path }) => path[0]);
    const unknown = Object.entries(others).filter(([name]) => !known.includes(name));
    const stateAfter = async (body: unknown) => {
      await using server = await startServer({ seed: shopFor(sample.key), randomSeed: 1 });
      const [answer, refused] = await outcomeOf(server, sample, body);
      expect([answer.status, refused]).toEqual([sample.status, []]);
      return [await server.state(), await server.commerce(), await server.events()];
    };
    const changed = structuredClone(sample.body);
    Object.assign(recordIn(changed), Object.fromEntries(unknown));
    expect(changed).not.toEqual(sample.body);
    expect(await stateAfter(changed)).toEqual(await stateAfter(sample.body));
  });
});
