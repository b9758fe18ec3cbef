import { describe, expect, test } from 'vitest';
import { fieldPathOf } from './field-path.ts';
import { checkMapping, type MappingOptions, mapColumns } from './mapping.ts';
import { targets } from './targets.ts';

type Kind = keyof typeof targets;
const target = (name: Kind) => targets[name];

function fieldsFor(
  columns: readonly string[],
  options: Partial<MappingOptions> = {},
  name: Kind = 'subscribers',
) {
  const mapped = mapColumns(target(name), columns, { map: [], unmapped: 'ignore', set: [], ...options });
  return mapped.map(({ to }) => to?.path.join('.'));
}

describe('columns find their fields', () => {
  test.each([
    ['E-Mail', 'email'],
    ['Email Address', 'email'],
    [' FIRST NAME ', 'first_name'],
    ['firstName', 'first_name'],
    ['Surname', 'last_name'],
    ['Postal Code', 'zip'],
    ['Phone number', 'phone'],
    ['Time zone', 'time_zone'],
    ['custom_fields.plan', 'custom_fields.plan'],
    ['Region', 'state'],
    ['Labels', 'tags'],
  ])('%s is %s', (column, field) => {
    expect(fieldsFor([column])).toEqual([field]);
  });

  test.each([
    ['emial', 'email'],
    ['Frist name', 'first_name'],
    ['Stage', 'state'],
    ['Stats', 'state'],
    ['Straße', 'state'],
    ['County', 'country'],
    ['Consent', 'eu_consent'],
  ])('%s may be %s, which only the user can tell', (column, field) => {
    const remarks = (unmapped: MappingOptions['unmapped']) =>
      mapColumns(target('subscribers'), [column, 'id'], { map: [], unmapped, set: [] })[0];
    expect(remarks('ignore')).toEqual({
      ...{ column, to: undefined, suggestion: field },
      remark: `skipped; did you mean --map '${column}=${field}'?`,
    });
    expect(remarks('keep')?.to?.path[0]).toBe('custom_fields');
    expect(() => remarks('error')).toThrow(
      `No field is named '${column}', did you mean ${field}? Map the column, as in --map '${column}=${field}'.`,
    );
  });

  test('a field that another column already fills is not suggested', () => {
    const mapped = mapColumns(target('subscribers'), ['Stage', 'State', 'email'], {
      ...{ map: [], unmapped: 'ignore', set: [] },
    });
    expect(mapped[0]).toEqual({
      column: 'Stage',
      to: undefined,
      remark: "skipped: no such field; keep it with --map 'Stage=custom_fields.stage'",
    });
  });

  test("a suggestion can be pasted, whatever the column's name", () => {
    const [mapped] = mapColumns(target('subscribers'), ["e'mial"], { map: [], unmapped: 'ignore', set: [] });
    expect(mapped?.remark).toBe(String.raw`skipped; did you mean --map 'e'\''mial=email'?`);
  });

  test.each(['Plan', 'Name', 'ip2', 'lead_score', 'href', 'links.account', 'error_line', 'error_reason', ''])(
    '%j is left out',
    (column) => {
      expect(fieldsFor([column, 'email'])).toEqual([undefined, 'email']);
    },
  );

  test('an exact name wins over another spelling, which wins over an alias, in any order', () => {
    expect(fieldsFor(['E-Mail', 'email'])).toEqual([undefined, 'email']);
    expect(fieldsFor(['Region', 'State', 'id'])).toEqual([undefined, 'state', 'id']);
    expect(fieldsFor(['Region', 'State', 'state'])).toEqual([undefined, undefined, 'state']);
    expect(fieldsFor(['Province', 'Region'])).toEqual(['state', undefined]);
    expect(fieldsFor(['Region', 'State'], { map: ['Region=state'] })).toEqual(['state', undefined]);
  });

  test('an alias of a field that another column fills matches no field', () => {
    const columns = ['Region', 'State', 'email'];
    const [region] = mapColumns(target('subscribers'), columns, { map: [], unmapped: 'ignore', set: [] });
    expect(region?.remark).toBe("skipped: State is state; keep it with --map 'Region=custom_fields.region'");
    expect(fieldsFor(columns, { unmapped: 'keep' })).toEqual(['custom_fields.region', 'state', 'email']);
    expect(() => fieldsFor(columns, { unmapped: 'error' })).toThrow(
      "No field is named 'Region', and State is state. Map the column, as in --map 'Region=custom_fields.name'.",
    );
  });

  test('the ids of another account are ignored if there is an email address', () => {
    expect(fieldsFor(['id', 'visitor_uuid', 'email'])).toEqual([undefined, undefined, 'email']);
    expect(fieldsFor(['id', 'first_name'])).toEqual(['id', 'first_name']);
    expect(fieldsFor(['id', 'email'], { map: ['id=id'] })).toEqual(['id', 'email']);
  });

  test('by the options, even if their names suggest another field', () => {
    const map = ['Plan=custom_fields.plan', 'email=user_id', 'x = y=email', 'city='];
    expect(fieldsFor(['Plan', 'email', 'x = y', 'city'], { map })).toEqual([
      ...['custom_fields.plan', 'user_id', 'email', undefined],
    ]);
  });

  test('a column without a field becomes a custom field if requested', () => {
    const keep = { unmapped: 'keep' as const };
    expect(fieldsFor(['email', 'Favorite Color!', 'href'], keep)).toEqual([
      ...['email', 'custom_fields.favorite_color', undefined],
    ]);
    expect(fieldsFor(['email', 'action', 'Color'], keep, 'events')).toEqual([
      'email',
      'action',
      'properties.Color',
    ]);
    expect(fieldsFor(['cart_id', 'Color'], keep, 'cart-activities')).toEqual(['cart_id', 'Color']);
    expect(fieldsFor(['email', 'Color'], keep, 'unsubscribes')).toEqual(['email', undefined]);
  });

  test('several tag columns are combined, and two columns for any other field are refused', () => {
    expect(fieldsFor(['a', 'b'], { map: ['a=tags', 'b=tags'] })).toEqual(['tags', 'tags']);
    expect(() => fieldsFor(['a', 'b'], { map: ['a=city', 'b=city'] })).toThrow(
      'Both a and b set city. Choose one.',
    );
    for (const [one, other, field] of [
      ['Notes', 'notes', 'custom_fields.notes'],
      ['custom_fields.plan', 'Plan', 'custom_fields.plan'],
    ] as const)
      expect(() => fieldsFor(['email', one, other], { unmapped: 'keep' })).toThrow(
        `Both ${one} and ${other} set ${field}.`,
      );
    const set = [fieldPathOf(target('subscribers'), 'city')];
    expect(fieldsFor(['city', 'email'], { set })).toEqual([undefined, 'email']);
    expect(() => fieldsFor(['city'], { set, map: ['city=city'] })).toThrow(
      'Both --set and city set city. Choose one.',
    );
  });

  test.each([
    [['Plan=plann'], "No field is named 'plann'. Fields: email, id,"],
    [['Plan=emial'], "No field is named 'emial', did you mean email?"],
    [['Plna=email'], "--map: no column 'Plna'. Columns: Plan."],
    [['Plan'], "--map must be <column>=<field>, not 'Plan'."],
    [['Plan=email.address'], "No field is named 'email.address'"],
  ])('the mapping %j is refused', (map, words) => {
    expect(() => fieldsFor(['Plan'], { map })).toThrow(words);
  });

  test('a column without a field is rejected if requested', () => {
    expect(() => fieldsFor(['email', 'Plan'], { unmapped: 'error' })).toThrow(
      "--map 'Plan=custom_fields.name'",
    );
    expect(fieldsFor(['email', 'href', ''], { unmapped: 'error' })).toEqual(['email', undefined, undefined]);
  });
});

test('a file without the columns of required fields is rejected', () => {
  const check = (name: Kind, columns: readonly string[]) => () =>
    checkMapping(
      target(name),
      mapColumns(target(name), columns, { map: [], unmapped: 'ignore', set: [] }),
      [],
      'x.csv',
    );
  expect(check('subscribers', ['Name', 'Plan'])).toThrow('x.csv has no column for email, id, visitor_uuid');
  expect(check('events', ['email'])).toThrow('x.csv has no column for action');
  expect(check('events', ['email', 'action'])).not.toThrow();
  expect(check('unsubscribes', ['ann@x.io'])).toThrow('--columns');
  expect(check('subscribers', ['Name', 'emial'])).toThrow("--map 'emial=email'");
});
