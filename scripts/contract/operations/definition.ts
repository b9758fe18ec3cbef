import type * as z from 'zod/mini';
import type { Definition } from '../../../packages/sdk/src/contract/schema/schema.ts';

export type Type = z.core.$ZodType;

/** The parts of zod's definitions that are generated. */
export interface Parts extends Definition {
  readonly entries?: Readonly<Record<string, string>>;
  readonly options?: readonly Type[];
  readonly checks?: readonly z.core.$ZodCheck[];
}

/** A condition on a value besides its type. */
interface Rule {
  readonly check: string;
  readonly minimum?: number;
  readonly value?: number;
  readonly inclusive?: boolean;
  readonly params?: { readonly rule?: string; readonly names?: readonly string[] };
}

export const partsOf = (type: Type) => type._zod.def as Parts; // zod's definitions are a union by `type`

export const rulesOf = ({ checks = [] }: Parts) =>
  checks.map(({ _zod }) => _zod.def as Rule).filter(({ check }) => check !== 'meta');

/** The members of which at least one is required, if there are such. */
export const alternativesOf = (parts: Parts): readonly string[] | undefined =>
  rulesOf(parts).find(({ params }) => params?.rule === 'one_of')?.params?.names;

export const quoted = (text: string) => `'${text}'`;
