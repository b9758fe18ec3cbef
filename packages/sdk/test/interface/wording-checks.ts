import { deepStrictEqual as same } from 'node:assert/strict';
import * as z from 'zod/mini';
import type { Check, Contract } from './check.ts';

type Fields = Contract['field'];

const words = (count: number) =>
  Array.from({ length: count }, (_, index) => String.fromCharCode(97 + index)) as [string, ...string[]];

/** The values of custom fields. */
const custom = ({ customFields }: Fields) => customFields()._zod.def.valueType as z.ZodMiniType;

/** A kind of field, a value that it refuses, and the message; the interface gives no wording (U-37). */
const wordings: readonly (readonly [string, (field: Fields) => z.ZodMiniType, unknown, string])[] = [
  ['a string', ({ text }) => text(), 7, 'it must be a string'],
  ['a whole number', ({ integer }) => integer(), 1.5, 'it must be a whole number'],
  ['a number', ({ number }) => number(), 'seven', 'it must be a number'],
  ['true or false', ({ boolean }) => boolean(), 'yes', 'it must be true or false'],
  ['a list', ({ texts }) => texts(), 'vip', 'it must be a list'],
  ['an object of its own members', () => z.object({}), 'size', 'it must be an object'],
  ['an object of any members', ({ properties }) => properties(), ['size'], 'it must be an object'],
  ['a currency', ({ currency }) => currency(), 'usd', 'it must be an ISO 4217 code, like USD'],
  ['a provider', ({ snakeCase }) => snakeCase(), 'My Shop', 'it must be lower snake case, like my_shop'],
  ['a zone', ({ timeZone }) => timeZone(), 'Mars', 'it must be an Olson time zone, like Europe/Lisbon'],
  ['a few words', ({ oneOf }) => oneOf('asc', 'desc'), 'up', 'it must be one of asc, desc'],
  ['twelve words', ({ oneOf }) => oneOf(...words(12)), 'z', `it must be one of ${words(12).join(', ')}`],
  ['too many words to list', ({ oneOf }) => oneOf(...words(13)), 'z', 'it is badly formatted'],
  ['a format with a code of its own', ({ email }) => email(), 7, 'it must be a valid email address'],
  ['a name', ({ name }) => name(), '', 'it is required'],
  ['a value of one of three kinds', custom, ['M'], 'it must be a string or a number or true or false'],
];

/** The contract's text about a value that it refuses, beside the code. */
export function wordingChecks({ field, issuesOf }: Contract): Check[] {
  const saidOf = (type: z.ZodMiniType, value: unknown) =>
    issuesOf(() => z.object({ it: type }), { it: value }).map(({ message }) => message);
  return [
    ...wordings.map(([kind, typeOf, value, message]) => ({
      name: `a value that is not ${kind} is told what is wanted`,
      run: () => same(saidOf(typeOf(field), value), [message]),
    })),
    {
      name: 'where one of several members is needed, all are named',
      run: () => {
        const needed = field.needsOneOf('email' as never, 'id' as never, 'uuid' as never);
        const issues = issuesOf(() => z.object({}).check(...needed), {});
        const message = 'email or id or uuid is required';
        same(issues, [{ code: 'presence_error', attribute: 'email', message }]);
      },
    },
    {
      name: 'a member that is named by a symbol is refused',
      run: () => {
        same(saidOf(field.properties(), { size: 'M' }), []);
        same(saidOf(field.properties(), { size: 'M', [Symbol('size')]: 'M' }).length, 1);
      },
    },
  ];
}
