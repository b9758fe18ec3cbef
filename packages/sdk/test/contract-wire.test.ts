import { describe, expect, it } from 'vitest';
import { type Field, prose } from './interface/facts.ts';
import { type Golden, readGoldens } from './wire/read-goldens.ts';

describe('the goldens', () => {
  for (const golden of readGoldens()) {
    const operation = prose.operations[golden.key];
    const args = operation?.request && prose.arguments[operation.request.args]?.fields;
    const query = golden.key === 'oauth.authorize' ? undefined : prose.queries[golden.key];
    const fields = prose.resources[operation?.response.item ?? ''];

    it(`of ${golden.key} show every argument and field`, () => {
      expect(missing(args, sent(golden))).toEqual([]);
      expect(missing(query?.filter(interfaceHas), asked(golden))).toEqual([]);
      expect(missing(fields, got(golden))).toEqual([]);
    });

    it(`of ${golden.key} refuse every required argument that is missing`, () => {
      const refused = [...golden.invalid, ...golden.records].flatMap(({ errors }) => errors);
      const absent = refused
        .filter(({ code }) => code === 'presence_error')
        .map(({ attribute }) => attribute);
      expect(absent).toEqual(expect.arrayContaining(requiredIn(args ?? [])));
    });
  }
});

/** PKCE is beyond the interface. */
const interfaceHas = (field: Field & { readonly beyond?: string }) => field.beyond === undefined;

const sent = ({ examples }: Golden) => examples.flatMap(({ request }) => recordsIn(request.body));
const asked = ({ examples }: Golden) => examples.map(({ request }) => request.query ?? {});
const got = ({ examples }: Golden) => examples.flatMap(({ result }) => recordsIn(result));

/** The objects inside any envelope. */
function recordsIn(value: unknown): object[] {
  if (Array.isArray(value)) return value.flatMap(recordsIn);
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap((inner) => (Array.isArray(inner) ? recordsIn(inner) : []))];
}

/** The paths of fields that none of the records has. */
function missing(fields: readonly Field[] = [], records: readonly object[]): string[] {
  return fields.flatMap(({ name, formerly, members = [] }) => {
    const held = records.flatMap((record) => (name in record ? [Reflect.get(record, name)] : []));
    const alias = formerly && !records.some((record) => formerly in record) ? [formerly] : [];
    const inner = held.flat().filter((value) => typeof value === 'object' && value !== null);
    return [
      ...(held.length ? [] : [name]),
      ...alias,
      ...missing(members, inner).map((path) => `${name}.${path}`),
    ];
  });
}

/** The attributes reported if missing: each required one, and the first of each group. */
function requiredIn(fields: readonly Field[]): string[] {
  return fields.flatMap(({ name, required }) => {
    if (required === undefined) return [];
    return required === true || required.oneOf[0] === name ? [name] : [];
  });
}
