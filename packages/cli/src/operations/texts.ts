import type { Schema } from '@trickle/sdk/contract';
import * as exported from '@trickle/sdk/contract';
import { MEMBER_TEXTS, OPERATION_TEXTS } from './contract-texts.ts';
import type { Operation } from './operations.ts';

/** Description of an operation, in one sentence. */
export const summaryOf = ({ noun, method }: Operation): string =>
  (OPERATION_TEXTS[`${noun}.${method}`] ?? '').replace(/\.$/, '');

/** The name under which the contract exports a schema. */
export const nameOfSchema = (schema: Schema): string | undefined =>
  Object.entries(exported).find(([, value]) => value === schema)?.[0];

/** Description of a member of a record, or an empty string. */
export const describeField = (owner: string | undefined, name: string): string =>
  (MEMBER_TEXTS[owner ?? '']?.[name] ?? '').replace(/\.$/, '');
