import { expect, test } from 'vitest';
import { contract, definitionOf, type Endpoint, ErrorBody, field, typeUnder } from '../src/contract/index.ts';

type Type = Parameters<typeof definitionOf>[0];

/** The members of a type that are ids, times or URLs of the service by their names, but have no role. */
function withoutRole(type: Type, place = ''): string[] {
  const { shape = {}, element } = definitionOf(type);
  const inner = element ? withoutRole(element, `${place}[]`) : [];
  const members = Object.entries(shape).flatMap(([name, member]) => {
    const isNamed = /^(id|href|.+_at|campaign_id|request_id)$/.test(name) || /links$/.test(place);
    const target = definitionOf(member).element ?? member;
    const lacks = isNamed && field.roleOf(target) === undefined && definitionOf(member).shape === undefined;
    return [...(lacks ? [`${place}.${name}`] : []), ...withoutRole(member, `${place}.${name}`)];
  });
  return [...inner, ...members];
}

test('every id, time and URL in a response has a role for comparisons', () => {
  const endpoints = Object.values(contract).flatMap((noun): Endpoint[] => Object.values(noun));
  const types = endpoints.flatMap(({ response }) => response.wire?.() ?? []);
  expect(types.length).toBeGreaterThan(40);
  expect(types.flatMap((type) => withoutRole(type))).toEqual([]);
  expect(withoutRole(ErrorBody())).toEqual([]);
  const [entry] = [typeUnder(typeUnder(ErrorBody(), 'errors') ?? ErrorBody(), 0)];
  expect(entry && field.roleOf(typeUnder(entry, 'code') ?? entry)).toBe('code');
});
