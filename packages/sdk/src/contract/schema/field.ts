import * as z from 'zod/mini';
import * as formats from './formats.ts';
import * as rare from './rare-formats.ts';
import { innermost } from './schema.ts';

/*
 * The field types of the interface. Each helper makes a new zod type; none transforms a value. `validation.ts` maps
 * the `format` names below to the error codes of the interface. A member without a comment has that of its format.
 */

/** Any string, the empty one included. */
export const text = () => z.string();

/** A string that is not empty. */
export const name = () => z.string().check(z.minLength(1));

export const integer = () => z.int();

/** An integer of at least `minimum`. */
export const integerFrom = (minimum: number) => z.int().check(z.gte(minimum));

/** An integer from `minimum` to `maximum`, inclusive. */
export const integerBetween = (minimum: number, maximum: number) =>
  z.int().check(z.gte(minimum), z.lte(maximum));

/** An integer less than `limit`. */
export const integerBelow = (limit: number) => z.int().check(z.lt(limit));

/** Any value; a number must be less than `limit`. */
export const anyBelow = (limit: number) =>
  z.unknown().check(
    z.refine((value) => typeof value !== 'number' || value < limit, { params: { code: 'range_error' } }),
    z.meta({ exclusiveMaximum: limit }),
  );

/** Any finite number. */
export const number = () => z.number();

export const boolean = () => z.boolean();

/** An amount of v2: an integer, in cents. */
export const cents = () => z.int();

/** An amount of v3: a decimal number in the currency's main unit, `19.99`. */
export const money = () => z.number();

/** An email address, `ann@example.com`. */
export const email = () => z.stringFormat('email', formats.isEmail);

/** A comma-separated list of email addresses. */
export const emailList = () => z.stringFormat('email_list', rare.isEmailList);

/** US mobile number in E.164 format: `+12065550100`. */
export const usMobile = () => z.stringFormat('sms', formats.US_MOBILE);

/** An absolute http or https URL. */
export const url = () => z.stringFormat('url', rare.isUrl);

/** An ISO 8601 date or time, `2026-01-31` or `2026-01-31T09:00:00Z`; UTC if it has no zone. */
export const isoTime = () => z.stringFormat('iso_time', formats.isIsoTime);

/** Seven characters of 0 or 1, from Monday to Sunday, not all zeros: `1111100` is Monday to Friday. */
export const dayMask = () => z.stringFormat('days_of_the_week', rare.DAY_MASK);

/** An Olson time zone: `America/Los_Angeles`. */
export const timeZone = () => z.stringFormat('time_zone', formats.isTimeZone);

/** Lower snake case: `my_shop`. */
export const snakeCase = () => z.stringFormat('snake_case', rare.SNAKE_CASE);

/** ISO 4217 code: `USD`. */
export const currency = () => z.stringFormat('currency', rare.CURRENCY);

/** One of a closed set of values, for requests. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values);

/**
 * One of a set of values that the service may extend, for responses. Editors complete known values; unknown values are
 * accepted.
 */
export const known = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.string().check(z.meta({ examples: [...values] })) as unknown as z.ZodMiniType<
    Values[number] | (string & {}),
    Values[number] | (string & {})
  >;

/** The known values of a type made by {@link known}; undefined for any other type. */
export const knownValuesOf = (type: z.core.$ZodType): readonly unknown[] | undefined =>
  z.globalRegistry.get(innermost(type))?.examples as readonly unknown[] | undefined; // set by `known`

/** The treatment of a response's value by programs that compare two servers; others are compared as they are. */
export type Role =
  /** Refers to a record of this noun. */
  | { readonly refersTo: string }
  /** A timestamp, a URL of the service, a number that depends on other data of the account. */
  | 'time'
  | 'link'
  | 'tally'
  /** A name of the service's own, such as the code of an error; a string for readers. */
  | 'code'
  | 'wording';

const roles = new WeakMap<z.core.$ZodType, Role>();

function withRole<Type extends z.ZodMiniType>(type: Type, role: Role): Type {
  roles.set(type, role);
  return type;
}

/** The role of a value of a response, if it has one. */
export const roleOf = (type: z.core.$ZodType): Role | undefined => roles.get(innermost(type));

/** The id of a record of this noun, `subscriber`, as the service assigns it. */
export const id = (noun: string) => withRole(z.string(), { refersTo: noun });

/** ISO 8601. */
export const time = () => withRole(z.string(), 'time');

/** A URL of the service. */
export const link = () => withRole(z.string(), 'link');

/** A number that depends on other data of the account, such as the count of its subscribers. */
export const tally = <Type extends z.ZodMiniType>(type: Type) => withRole(type, 'tally');

/** A name of the service's own, such as the code of an error. */
export const code = () => withRole(z.string(), 'code');

/** A string for readers, whose wording is not part of the interface. */
export const wording = () => withRole(z.string(), 'wording');

export const texts = () => z.array(z.string());

/** An object with any members. */
export const properties = () => z.record(z.string(), z.unknown());

/** Custom field values by identifier. The service stores strings; null or '' clears a field. */
export const customFields = () =>
  z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean()])));

export const optional = <Type extends z.ZodMiniType>(type: Type) => z.optional(type);

/** A member that is null if it has no value. */
export const orNull = <Type extends z.ZodMiniType>(type: Type) => z.nullable(type);

/** A member of a response that is absent or null if it has no value. */
export const maybe = <Type extends z.ZodMiniType>(type: Type) => z.optional(z.nullable(type));

/**
 * Requires at least one of these members of an object. Spread it into `.check(…)`. It also runs if other members are
 * invalid, so all issues are reported at once.
 */
export const needsOneOf = <Name extends string>(...names: readonly [Name, ...Name[]]) =>
  [
    z.refine<{ readonly [N in Name]?: unknown }>((value) => names.some((name) => value[name] !== undefined), {
      path: [names[0]],
      params: { rule: 'one_of', names },
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
    z.meta({ anyOf: names.map((name) => ({ required: [name] })) }),
  ] as const;
