import * as contract from '@trickle/sdk/contract';
import { globalRegistry } from 'zod/mini';
import { type Comment, readComments } from '../../docs/openapi/comments.ts';
import { alternativesOf, partsOf, quoted, type Type } from './definition.ts';

export const RECORDS = new URL('../../../packages/sdk/src/records.generated.ts', import.meta.url);

/**
 * The record types of the interface as plain interfaces, with the contract's comments: editors show no comments for types
 * derived from schemas.
 */
export function recordTypes(): string {
  const comments = readComments();
  const { oauth: _, ...nouns } = contract.contract;
  const declarations = new Map<string, string>();
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
      if (!schema || name === undefined || declarations.has(name)) continue;
      declarations.set(name, declaration(name, schema(), comments[name], isInput));
    }
  }
  return [HEAD, ...declarations.values()].join('\n');
}

const HEAD = `// biome-ignore-all format: written by \`npm run generate\` from the contract.
// biome-ignore-all lint/style/noExcessiveLinesPerFile: likewise.
`;

/** The declaration of one type. An input that requires one of several members is a union. */
function declaration(name: string, type: Type, comment: Comment | undefined, isInput: boolean): string {
  const text = docOf(comment?.text ?? '', '');
  const needed = alternativesOf(partsOf(type));
  const body = objectText(type, comment, isInput, '');
  if (!needed) return `${text}export interface ${name} ${body}\n`;
  // The compiler's error names the last alternative: put the most common one there.
  const union = needed.toReversed().map((one) => {
    const member = memberOf(type, one);
    const doc = docOf(comment?.members[one]?.text ?? '', '').trim();
    return `  | { ${doc} ${one}: ${typeText(member, undefined, isInput, '')} }`;
  });
  const members = `export interface ${name}Members ${body}\n`;
  const identity = `export type ${name}Identity =\n${union.join('\n')};\n`;
  return `${members}\n${identity}\n${text}export type ${name} = ${name}Members & ${name}Identity;\n`;
}

function memberOf(type: Type, name: string): Type {
  const member = partsOf(type).shape?.[name];
  const inner = member && partsOf(member).innerType;
  if (!inner) throw new Error(`${name} is not an optional member.`);
  return inner;
}

function objectText(type: Type, comment: Comment | undefined, isInput: boolean, indent: string): string {
  const { shape = {}, catchall } = partsOf(type);
  const deeper = `${indent}  `;
  const lines = Object.entries(shape).map(([name, member]) => {
    const isOptional = partsOf(member).type === 'optional';
    const said = comment?.members[name];
    const doc = docOf(said?.text ?? '', deeper, said?.isDeprecated);
    const text = typeText(member, said, isInput, deeper);
    return `${doc}${deeper}${name}${isOptional ? '?' : ''}: ${text}${isOptional ? ' | undefined' : ''};`;
  });
  if (catchall) lines.push(`${deeper}/** Members of your own. */\n${deeper}[name: string]: unknown;`);
  return `{\n${lines.join('\n')}\n${indent}}`;
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
      return listText(below(element), isInput);
    case 'record':
      return isInput ? 'object' : `Record<string, ${below(valueType)}>`;
    case 'object':
      return isInput && isFree(type) ? 'object' : objectText(type, comment, isInput, indent);
    default:
      throw new Error(`There is no type for ${kind}: add one here.`);
  }
}

/** Inputs may be readonly lists, such as those of constants. */
function listText(item: string, isInput: boolean): string {
  if (/^\w+$/.test(item)) return `${isInput ? 'readonly ' : ''}${item}[]`;
  return `${isInput ? 'Readonly' : ''}Array<${item}>`;
}

/**
 * Whether an object may have any members. In inputs, its type is `object`, since interfaces lack the index signature of a
 * `Record`. The values are checked when they are sent.
 */
function isFree(type: Type): boolean {
  const { shape = {}, catchall } = partsOf(type);
  const members = Object.values(shape).map((member) => partsOf(member).innerType ?? member);
  return catchall !== undefined && members.every((member) => partsOf(member).type === 'unknown');
}
