import type { Shape } from './actual-schema.ts';
import { type Field, type Letter, prose, webhookEvents } from './facts.ts';

/* The required JSON Schema of a field, from the facts of the interface. */

const formats = {
  email: 'email',
  time: 'iso_time',
  url: 'uri',
  sms: 'sms',
  currency: 'currency',
  provider: 'snake_case',
  zone: 'time_zone',
};

const simple: Readonly<Record<Letter, Shape>> = {
  S: { type: 'string' },
  I: { type: 'integer' },
  N: { type: 'number' },
  B: { type: 'boolean' },
  O: { type: 'object' },
  'A of S': { type: 'array', items: { type: 'string' } },
  'A of O': { type: 'array' },
  any: {},
};

const values: Readonly<Record<string, Shape>> = {
  S: { type: 'string' },
  any: {},
  'S|N|B|null': { type: ['string', 'number', 'boolean'], nullable: true },
};

/** An object of arguments: what is not marked required may be left out. */
export function argumentsSchema(fields: readonly Field[], extra?: true): Shape {
  const groups = new Map(fields.flatMap((field) => groupOf(field)).map((group) => [group.join(), group]));
  const anyOf = [...groups.values()].flatMap((group) => group.map((name) => ({ required: [name] })));
  const names = fields.flatMap(({ name, formerly }) => (formerly ? [name, formerly] : [name]));
  const byName = (name: string) => fields.find((field) => field.name === name || field.formerly === name);
  return {
    ...objectSchema(
      names.map((name) => [name, byName(name) as Field, byName(name)?.required === true]),
      argumentSchema,
    ),
    ...(extra && { additionalProperties: {} }),
    ...(anyOf.length > 0 && { anyOf }),
  };
}

const groupOf = ({ required }: Field) => (typeof required === 'object' ? [required.oneOf] : []);

/** A resource or other object that the service sends: what is not marked otherwise is always there. */
export function resourceSchema(fields: readonly Field[]): Shape {
  return objectSchema(
    fields.map((field) => [field.name, field, !field.absent && !field.optional]),
    (field) => memberSchema(field, resourceSchema),
  );
}

/** One argument. */
function argumentSchema(field: Field): Shape {
  return memberSchema(field, (members) => argumentsSchema(members, undefined));
}

function objectSchema(
  members: readonly (readonly [string, Field, boolean])[],
  schemaOf: (field: Field) => Shape,
): Shape {
  const required = members.filter(([, , always]) => always).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(([name, field]) => [name, schemaOf(field)])),
    ...(required.length > 0 && { required: required.sort() }),
  };
}

function memberSchema(field: Field, inner: (members: readonly Field[]) => Shape): Shape {
  const members = field.resource ? prose.resources[field.resource] : field.members;
  const object = members && { ...inner(members), ...(field.extra && { additionalProperties: {} }) };
  const names = field.knownAs ? webhookEvents : field.known;
  return {
    ...(field.whole ? simple.I : simple[field.type]),
    ...(field.type === 'O' && object),
    ...(field.type === 'A of O' && { items: object }),
    ...(field.values && { additionalProperties: values[field.values] }),
    ...(field.enum && { enum: field.enum }),
    ...(names && { examples: names }),
    ...(field.elementEnum && { items: { type: 'string', enum: webhookEvents } }),
    ...(field.knownElements && { items: { type: 'string', examples: webhookEvents } }),
    ...(field.format && { format: formats[field.format] }),
    ...(field.notEmpty && { minLength: 1 }),
    ...boundsOf(field),
    ...((field.nullable || field.absent) && { nullable: true }),
  };
}

/** `per_page` is cut to its maximum instead of refused (U-38), so the schema has no such bound. */
function boundsOf({ name, min, max, below }: Field): Shape {
  return {
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && name !== 'per_page' && { maximum: max }),
    ...(below !== undefined && { exclusiveMaximum: below }),
  };
}
