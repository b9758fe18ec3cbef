import * as z from 'zod/mini';
import { innermost } from './definition.ts';
import * as formats from './formats.ts';

/*
 * The kinds of field that the interface speaks of. Each helper makes a new zod type; none of them changes a
 * value. The `format` names below are what `validation.ts` turns into the interface's error codes.
 */

/** Any string, the empty one included. */
export const text = () => z.string();

/** A string that names something: not empty. */
export const name = () => z.string().check(z.minLength(1));

/** A whole number. */
export const integer = () => z.int();

/** A whole number not below `minimum`. */
export const integerFrom = (minimum: number) => z.int().check(z.gte(minimum));

/** A whole number from `minimum` to `maximum`, both included. */
export const integerBetween = (minimum: number, maximum: number) =>
  z.int().check(z.gte(minimum), z.lte(maximum));

/** A whole number less than `limit`. */
export const integerBelow = (limit: number) => z.int().check(z.lt(limit));

/** Anything; if it is a number, one less than `limit`. */
export const anyBelow = (limit: number) =>
  z.unknown().check(
    z.refine((value) => typeof value !== 'number' || value < limit, { params: { code: 'range_error' } }),
    z.meta({ exclusiveMaximum: limit }),
  );

/** Any finite number. */
export const number = () => z.number();

/** true or false. */
export const boolean = () => z.boolean();

/** Money of v2: a whole number of cents. */
export const cents = () => z.int();

/** Money of v3: a decimal number of the currency's main unit, `19.99`. */
export const money = () => z.number();

/** An email address. */
export const email = () => z.stringFormat('email', formats.isEmail);

/** Email addresses with commas between them. */
export const emailList = () => z.stringFormat('email_list', formats.isEmailList);

/** A mobile number of the USA in E.164 form, `+12065550100`. */
export const usMobile = () => z.stringFormat('sms', formats.US_MOBILE);

/** An absolute http or https URL. */
export const url = () => z.stringFormat('url', formats.isUrl);

/** An ISO 8601 date or time, `2026-01-31` or `2026-01-31T09:00:00Z`; without a zone it is UTC. */
export const isoTime = () => z.stringFormat('iso_time', formats.isIsoTime);

/** Seven characters of 0 or 1 from Monday on, not all zeros: `1111100` is Monday to Friday. */
export const dayMask = () => z.stringFormat('days_of_the_week', formats.DAY_MASK);

/** A zone of the Olson database, `America/Los_Angeles`. */
export const timeZone = () => z.stringFormat('time_zone', formats.isTimeZone);

/** Lower snake case, `my_shop`. */
export const snakeCase = () => z.stringFormat('snake_case', formats.SNAKE_CASE);

/** An alphabetic ISO 4217 currency code, `USD`. */
export const currency = () => z.stringFormat('currency', formats.CURRENCY);

/** One of a closed set: anything else is refused. For what we send. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values);

/**
 * One of a set that the service may extend: known values complete in an editor, unknown ones pass.
 * For what we receive.
 */
export const known = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.string().check(z.meta({ examples: [...values] })) as unknown as z.ZodMiniType<
    Values[number] | (string & {}),
    Values[number] | (string & {})
  >;

/** The values that a type made by {@link known} completes; undefined for any other. */
export const knownValuesOf = (type: z.core.$ZodType): readonly unknown[] | undefined =>
  z.globalRegistry.get(innermost(type))?.examples as readonly unknown[] | undefined; // what `known` put there

/** A list of texts. */
export const texts = () => z.array(z.string());

/** An object with members of the caller's own. */
export const properties = () => z.record(z.string(), z.unknown());

/** Custom field values by identifier. The service keeps them as text; null or '' clears a field. */
export const customFields = () =>
  z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean()])));

/** A member that may be left out. */
export const optional = <Type extends z.ZodMiniType>(type: Type) => z.optional(type);

/** A member that is null when there is no value. */
export const orNull = <Type extends z.ZodMiniType>(type: Type) => z.nullable(type);

/** A member of a record that we receive, which may be absent or null when there is no value. */
export const maybe = <Type extends z.ZodMiniType>(type: Type) => z.optional(z.nullable(type));

/**
 * A rule on an object: at least one of these members is given. Spread it into `.check(…)`; it is checked even
 * when other members are wrong, so that all faults are told at once.
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
