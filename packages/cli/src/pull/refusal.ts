import { ApiError, InputError } from '@trickle/sdk';
import { ShapeError } from '../connection/answers.ts';

/** Statuses for parts that a token or a plan may not read, or that an older service lacks. */
const REFUSED: readonly number[] = [403, 404, 405, 410];

/** Why a part cannot be read: the status of the response, or the problem with it; undefined for all other errors. */
export function refusalOf(error: unknown): number | string | undefined {
  if (error instanceof ShapeError) return error.message;
  if (error instanceof InputError) return 'a URL cannot have its id';
  return error instanceof ApiError && REFUSED.includes(error.status) ? error.status : undefined;
}

export const refusalText = (refusal: number | string): string =>
  typeof refusal === 'number' ? `the service answered with ${refusal}` : refusal;

export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
