import type { Schema } from '@trickle/sdk/contract';
import * as exported from '@trickle/sdk/contract';
import texts from './contract-texts.generated.json' with { type: 'json' };
import type { Operation } from './operations.ts';

/** Descriptions of operations, by noun and method. */
const operations: Readonly<Record<string, string>> = texts.operations;

/** Descriptions of members, by the name of their schema and their own. */
const members: Readonly<Record<string, Readonly<Record<string, string>>>> = texts.members;

/** Description of an operation, in one sentence. */
export const summaryOf = ({ noun, method }: Operation): string =>
  (operations[`${noun}.${method}`] ?? '').replace(/\.$/, '');

/** The name under which the contract exports a schema. */
export const nameOfSchema = (schema: Schema): string | undefined =>
  Object.entries(exported).find(([, value]) => value === schema)?.[0];

/** Description of a member of a record, or an empty string. */
export const describeField = (owner: string | undefined, name: string): string =>
  (members[owner ?? '']?.[name] ?? '').replace(/\.$/, '');
