import { readFileSync } from 'node:fs';
import * as contract from '@trickle/sdk/contract';
import type * as z from 'zod/mini';
import { globalRegistry } from 'zod/mini';
import type { Definition } from '../../../packages/sdk/src/contract/schema/definition.ts';
import { type Comment, readComments } from '../../docs/openapi/comments.ts';
import { contractFiles, FOLDER } from '../mutations.ts';

/** The file of the types. */
export const RECORDS = new URL('../../../packages/sdk/src/records/', import.meta.url);

interface Parts extends Definition {
  readonly entries?: Readonly<Record<string, string>>;
  readonly options?: readonly z.core.$ZodType[];
  readonly checks?: readonly z.core.$ZodCheck[];
}

type Type = z.core.$ZodType;

/** Descriptions by format, for members without a comment. */
const FORMATS: Readonly<Record<string, string>> = {
  currency: 'An alphabetic ISO 4217 currency code, `USD`.',
  email: 'An email address, `ann@example.com`.',
  iso_time: 'ISO 8601; without a zone it is UTC.',
  sms: 'A mobile number of the USA in E.164 form, `+12065550100`.',
  snake_case: 'Lower snake case, `my_shop`.',
  time_zone: 'A zone of the Olson database, `America/Los_Angeles`.',
  url: 'An absolute http or https URL.',
};

/** Descriptions by helper of the contract, for values without a format. */
const HELPERS: Readonly<Record<string, string>> = {
  cents: 'Cents.',
  money: "A decimal amount of the currency's main unit, `19.99`.",
};

/** Descriptions by member name, for values with neither. */
const NAMES: Readonly<Record<string, string>> = {
  email: 'The email address.',
  page: 'The number of the page, from 1.',
};

const partsOf = (type: Type) => type._zod.def as Parts; // zod's definitions are a union by `type`

/**
 * The record types of the interface as plain interfaces by file name, with the contract's comments on their members:
 * types that TypeScript derives from a schema have no comments for editors.
 */
export function recordFiles(): Readonly<Record<string, string>> {
  const comments = readComments();
  const fileOf = definingFiles();
  const files: Record<string, string> = {};
  const written = new Set<string>();
  const { oauth: _, ...nouns } = contract.contract;
  for (const operations of Object.values(nouns)) {
    const types = Object.values(operations as Readonly<Record<string, contract.Endpoint>>).flatMap(
      ({ body, query, response }) => [
        { schema: body?.item, isInput: true },
        { schema: query, isInput: true },
        { schema: response.item ?? (response.kind === 'bare' ? response.wire : undefined), isInput: false },
      ],
    );
    for (const { schema, isInput } of types) {
      const name = Object.entries(contract).find(([, exported]) => exported === schema)?.[0];
      if (!schema || name === undefined || written.has(name)) continue;
      written.add(name);
      const file = fileOf[name] ?? '';
      files[file] = `${files[file] ?? HEAD}\n${declaration(name, schema(), comments[name], isInput)}`;
    }
  }
  return files;
}

/** The file of the contract that defines each schema. */
function definingFiles(): Readonly<Record<string, string>> {
  const files = contractFiles();
  return Object.fromEntries(
    files.flatMap((file) => {
      const source = readFileSync(new URL(file, FOLDER), 'utf8');
      return Array.from(source.matchAll(/^export const (\w+) = schema\(/gm), ([, name = '']) => [name, file]);
    }),
  );
}

const HEAD = '// biome-ignore-all format: written by `npm run generate:operations` from the contract.\n';

/** The declaration of one type. An input that requires one of several members is a union. */
function declaration(name: string, type: Type, comment: Comment | undefined, isInput: boolean): string {
  const text = docOf(comment?.text ?? '', '');
  const needed = rulesOf(type).find(({ params }) => params?.rule === 'one_of')?.params?.names;
  const body = objectText(type, comment, isInput, '');
  if (!needed) return `${text}export interface ${name} ${body}\n`;
  // The compiler's error names the last alternative: put the most common one there.
  const union = needed.toReversed().map((one) => {
    const member = memberOf(type, one);
    const doc = docOf(textOf(one, member, comment), '').trim();
    return `  | { ${doc} ${one}: ${typeText(member, undefined, isInput, '')} }`;
  });
  return `interface ${name}Members ${body}\n\n${text}export type ${name} = ${name}Members & (\n${union.join('\n')}\n);\n`;
}

function memberOf(type: Type, name: string): Type {
  const member = partsOf(type).shape?.[name];
  const inner = member && partsOf(member).innerType;
  if (!inner) throw new Error(`${name} is no optional member.`);
  return inner;
}

function objectText(type: Type, comment: Comment | undefined, isInput: boolean, indent: string): string {
  const { shape = {}, catchall } = partsOf(type);
  const deeper = `${indent}  `;
  const lines = Object.entries(shape).map(([name, member]) => {
    const isOptional = partsOf(member).type === 'optional';
    const said = comment?.members[name];
    const doc = docOf(textOf(name, member, comment), deeper, said?.isDeprecated);
    const text = typeText(member, said, isInput, deeper);
    return `${doc}${deeper}${name}${isOptional ? '?' : ''}: ${text}${isOptional ? ' | undefined' : ''};`;
  });
  if (catchall) lines.push(`${deeper}/** Members of your own. */\n${deeper}[name: string]: unknown;`);
  return `{\n${lines.join('\n')}\n${indent}}`;
}

/** A member's comment. */
function textOf(name: string, member: Type, comment: Comment | undefined): string {
  const said = comment?.members[name];
  return said?.text || usualText(member, said) || (NAMES[name] ?? '');
}

/** The description of a member without a comment. */
function usualText(type: Type, comment: Comment | undefined): string {
  const { innerType, format = '' } = partsOf(type);
  if (innerType) return usualText(innerType, comment);
  return FORMATS[format] ?? HELPERS[comment?.helper ?? ''] ?? '';
}

function docOf(text: string, indent: string, isDeprecated = false): string {
  const all = [text, isDeprecated && '@deprecated'].filter(Boolean).join(' ');
  return all && `${indent}/** ${all} */\n`;
}

function typeText(type: Type, comment: Comment | undefined, isInput: boolean, indent: string): string {
  const { type: kind, format, innerType, element, valueType, entries = {}, options = [] } = partsOf(type);
  const below = (inner: Type | undefined) => {
    if (!inner) throw new Error(`There is no type for ${kind}.`);
    return typeText(inner, comment, isInput, indent);
  };
  switch (kind) {
    case 'string': {
      const values = globalRegistry.get(type)?.examples as readonly string[] | undefined; // see `known`
      if (values) return `${values.map(quoted).join(' | ')} | (string & {})`;
      return isInput && format === 'iso_time' ? 'string | Date' : 'string';
    }
    case 'number':
    case 'boolean':
    case 'unknown':
      return kind;
    case 'enum':
      return Object.values(entries).map(quoted).join(' | ');
    case 'optional':
      return below(innerType);
    case 'nullable':
      return `${below(innerType)} | null`;
    case 'union':
      return options.map(below).join(' | ');
    case 'array':
      return element && partsOf(element).type === 'string' && !below(element).includes('|')
        ? `${below(element)}[]`
        : `Array<${below(element)}>`;
    case 'record':
      return `Record<string, ${below(valueType)}>`;
    case 'object':
      return objectText(type, comment, isInput, indent);
    default:
      throw new Error(`There is no type for ${kind}: add one here.`);
  }
}

interface Rule {
  readonly params?: { readonly rule?: string; readonly names?: readonly string[] };
}

const rulesOf = (type: Type) => (partsOf(type).checks ?? []).map(({ _zod }) => _zod.def as Rule);

const quoted = (text: string) => `'${text}'`;
