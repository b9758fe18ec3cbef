import { expect, it } from 'vitest';
import { lengthIssues, MAX_NAME_LENGTH, MAX_OBJECT_LENGTH, MAX_VALUE_LENGTH } from './lengths.ts';

const issuesOf = (record: unknown) =>
  lengthIssues(record).map(({ code, attribute }) => `${code} ${attribute.slice(0, 40)}`);

const name = 'n'.repeat(MAX_NAME_LENGTH);
const value = 'v'.repeat(MAX_VALUE_LENGTH);

it('accepts names and values of the maximum length', () => {
  expect(
    issuesOf({ user_id: name, first_name: value, custom_fields: { [name]: value }, tags: [name] }),
  ).toEqual([]);
});

it.each([
  [{ user_id: `${name}n` }, 'length_error user_id'],
  [{ tags: ['vip', `${name}n`] }, 'length_error tags[1]'],
  [{ first_name: `${value}v` }, 'length_error first_name'],
  [{ items: [{ name: 'Oar', product_id: `${name}n` }] }, 'length_error items[0].product_id'],
  [{ custom_fields: { [`${name}n`]: 'x' } }, `length_error ${`custom_fields.${name}`.slice(0, 40)}`],
  [{ properties: { a: [{ b: `${value}v` }] } }, 'length_error properties.a[0].b'],
])('reports what is too long and where: %#', (record, issue) => {
  expect(issuesOf(record)).toEqual([issue]);
});

it('the names within properties and custom fields identify nothing, so their values can be longer', () => {
  expect(issuesOf({ properties: { id: value, tags: [value] }, custom_fields: { action: value } })).toEqual(
    [],
  );
});

it('limits the names and values of an object together', () => {
  const full = [...'abcdefghijklmnopqrs'].map((letter) => [letter, value]);
  const rest = MAX_OBJECT_LENGTH - full.length * (1 + MAX_VALUE_LENGTH) - 't'.length;
  const withLast = (last: unknown) => ({ custom_fields: Object.fromEntries([...full, ['t', last]]) });
  for (const last of [value.slice(0, rest), [value.slice(0, rest - 1), 7]]) {
    expect(issuesOf(withLast(last))).toEqual([]);
  }
  for (const last of [value.slice(0, rest + 1), [value.slice(0, rest), 7]]) {
    expect(issuesOf(withLast(last))).toEqual(['length_error custom_fields']);
  }
});

it('documents may have any length', () => {
  expect(issuesOf({ emails: [{ html_body: value.repeat(10), subject: 'Hello' }] })).toEqual([]);
});
