import * as contract from '@trickle/sdk/contract';
import { type Schema as ContractSchema, nearestName } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { FaultInput } from '../../../packages/mock-server/src/faults/rule.ts';
import { Account, SEED_NOUNS } from '../../../packages/mock-server/src/seed/schema.ts';
import { emailForm } from '../../../packages/sdk/src/contract/schema/formats.ts';
import { type Comment, readComments, readCommentsOf } from './comments.ts';

/** A JSON Schema of draft 2020-12, as in OpenAPI 3.1. */
export interface Schema {
  [keyword: string]: unknown;
  $ref?: string;
  description?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  required?: string[];
}

const ofSeed = readCommentsOf('packages/mock-server/src/seed/schema.ts');

/** The seed schemas of each noun: the name of the component and of the constant. */
const SEEDS = {
  subscribers: ['SubscriberSeed', 'Subscriber'],
  campaigns: ['CampaignSeed', 'Campaign'],
  broadcasts: ['BroadcastSeed', 'Broadcast'],
  workflows: ['WorkflowSeed', 'Workflow'],
  forms: ['FormSeed', 'SeedForm'],
  goals: ['GoalSeed', 'Goal'],
  webhooks: ['WebhookSeed', 'Webhook'],
  users: ['UserSeed', 'User'],
} as const;

/** The comments by exported name in the contract or by component name. */
export const comments: Readonly<Record<string, Comment | undefined>> = {
  ...readComments(),
  ...Object.fromEntries(Object.values(SEEDS).map(([component, constant]) => [component, ofSeed[constant]])),
  AccountSeed: ofSeed.Account,
  ...readCommentsOf('packages/mock-server/src/faults/rule.ts'),
};

/** Schemas whose members the document inlines. */
const UNNAMED = /Query$|Arguments$|^CallbackResponse$|^PageMeta$|^LinkedForms$|^WebhookNotification$|^Order$/;

const isSchema = (value: unknown): value is ContractSchema => typeof value === 'function';

/** The exported schemas with their names, in alphabetical order. */
const exported = new Map<z.core.$ZodType, string>(
  Object.entries(contract as Record<string, unknown>)
    .flatMap(([name, value]) =>
      /^[A-Z][a-z]/.test(name) && isSchema(value) ? [[value(), name] as const] : [],
    )
    .sort(([, a], [, b]) => a.localeCompare(b, 'en')),
);

const seeds = [
  ...([...SEED_NOUNS, 'users'] as const).flatMap((noun) => {
    const { element } = contract.definitionOf(Account().shape[noun]);
    return element ? [[element, SEEDS[noun][0]] as const] : [];
  }),
  [Account(), 'AccountSeed'] as const,
  [FaultInput(), 'FaultInput'] as const,
];

/** The schemas that become components. */
const named = new Map([...exported, ...seeds].filter(([, name]) => !UNNAMED.test(name)));

/** Adds names to the metadata of schemas, so that a named schema becomes a `$ref` everywhere. */
const registry = z.registry<Record<string, unknown>>();
registry.get = (type) => {
  const said = z.globalRegistry.get(type);
  const id = named.get(type);
  return (id === undefined ? said : { ...said, id }) as never; // zod's type covers the metadata of any schema
};

let made: Readonly<Record<string, Schema>> | undefined;

/** All components, by name. Each operation of the admin API asks for them. */
export function components(): Readonly<Record<string, Schema>> {
  made ??= Object.fromEntries(
    [...named].map(([type, name]) => {
      // A named type is converted to a reference to itself and its definition.
      const { id: _, ...schema } = convert(type).$defs?.[name] ?? {};
      return [name, described(schema, comments[name])];
    }),
  );
  return made;
}

/** The JSON Schema of a zod type, with references to components. */
export function schemaOf(type: z.core.$ZodType): Schema {
  const { $defs: _, ...schema } = convert(type);
  return described(schema, comments[exported.get(type) ?? '']);
}

function convert(type: z.core.$ZodType): Schema & { $defs?: Record<string, Schema> } {
  const converted = z.toJSONSchema(type, { metadata: registry, io: 'input', unrepresentable: 'any' });
  return tidy(JSON.parse(JSON.stringify(converted).replaceAll('#/$defs/', '#/components/schemas/')));
}

/** The contract's formats with another name in JSON Schema. Others are described by their pattern. */
const FORMATS: Readonly<Record<string, string>> = {
  email: 'email',
  url: 'uri',
  iso_time: 'iso-8601',
  time_zone: 'time-zone',
  sms: 'us-mobile',
  snake_case: 'snake-case',
  currency: 'currency',
};

/** The contract's rule for email addresses as a JSON Schema. */
const EMAIL = { pattern: emailForm.source, maxLength: 254 };

/** Omits trivial keywords: default number bounds, unrestricted names, and zod's own markers. */
function tidy<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(tidy) as Value;
  if (typeof value !== 'object' || value === null) return value;
  if ('format' in value && value.format === 'email') Object.assign(value, EMAIL);
  const kept = Object.entries(value).filter(
    ([key, member]) =>
      !(key === 'minimum' && member === Number.MIN_SAFE_INTEGER) &&
      !(key === 'maximum' && member === Number.MAX_SAFE_INTEGER) &&
      !(key === 'propertyNames' && member?.type === 'string') &&
      !((key === '$schema' && typeof member === 'string') || key === '~standard') &&
      !(key === 'format' && typeof member === 'string' && FORMATS[member] === undefined),
  );
  return Object.fromEntries(
    kept.map(([key, member]) => [
      key,
      key === 'format' && typeof member === 'string'
        ? FORMATS[member]
        : key === 'additionalProperties' && isEmpty(member)
          ? true
          : tidy(member),
    ]),
  ) as Value;
}

const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Adds the comments on members as descriptions. */
export function described(schema: Schema, comment: Comment | undefined): Schema {
  if (!comment) return schema;
  const { properties, items, anyOf } = schema;
  return {
    ...(comment.text && { description: comment.text }),
    ...(comment.isDeprecated && { deprecated: true }),
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, described(member, comment.members[name])]),
      ),
    }),
    ...(items && !items.$ref && { items: described(items, { ...comment, text: '', isDeprecated: false }) }),
    ...(anyOf && {
      anyOf: anyOf.map((one) => (one.properties ? described(one, { ...comment, text: '' }) : one)),
    }),
  };
}

/** Throws for a name without a component, since a reference to it would be broken. */
export function reference(name: string): Schema {
  if (![...named.values()].includes(name)) {
    throw new Error(`Unknown component ${name}; did you mean ${nearestName(name, named.values())}?`);
  }
  return { $ref: `#/components/schemas/${name}` };
}
