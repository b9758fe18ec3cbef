import * as z from 'zod/mini';
import * as f from './field.ts';
import { type Infer, schema } from './schema.ts';

/** Codes of validation errors ("Validation error codes"), each with its default message. */
export const VALIDATION_CODES = Object.freeze({
  presence_error: 'is required',
  length_error: 'has a length out of bounds',
  uniqueness_error: 'must be unique',
  email_error: 'must be a valid email address',
  sms_error: 'must be a valid US mobile number in E.164 format',
  url_error: 'must be a valid URL',
  domain_error: 'must be a valid domain name',
  time_error: 'must be a valid ISO 8601 time',
  email_address_list_error: 'must be a valid comma-separated list of email addresses',
  days_of_the_week_error: 'must be seven characters of 0 or 1, not all zeros',
  unavailable_error: 'has been disabled or deleted',
  format_error: 'is badly formatted',
  range_error: 'is out of range',
});

export type ValidationCode = keyof typeof VALIDATION_CODES;

/** Code for a body that is JSON of the wrong shape (U-06). */
export const PARSING_CODE = 'parsing_error';

/** An entry of `errors`. Validation errors have an `attribute`. */
export const ErrorEntry = schema(() =>
  z.object({ code: f.code(), attribute: f.optional(f.code()), message: f.optional(f.wording()) }),
);
export interface ErrorEntry extends Infer<typeof ErrorEntry> {}

/** Body of 403, 404, 405, 413, 422 and 501. */
export const ErrorBody = schema(() => z.object({ errors: z.array(ErrorEntry()) }));
export interface ErrorBody extends Infer<typeof ErrorBody> {}

/** Body of 429. `documentation` is present for the hourly limit, absent for concurrent updates. */
export const RateLimitBody = schema(() =>
  z.object({ message: f.wording(), documentation: f.optional(f.wording()) }),
);
export interface RateLimitBody extends Infer<typeof RateLimitBody> {}

/** Body of 400, for a request that is not JSON (U-06). */
export const MalformedBody = schema(() => z.object({ status: f.integer(), error: f.wording() }));
export interface MalformedBody extends Infer<typeof MalformedBody> {}

/** Error statuses ("Errors"), with the `code` of those that have a single one. */
export const ERROR_STATUSES = Object.freeze({
  malformed: { status: 400 },
  unauthenticated: { status: 401 },
  unauthorized: { status: 403, code: 'authorization_error' },
  transition: { status: 403, code: 'no_postal_address_error' },
  notFound: { status: 404, code: 'not_found_error' },
  invalid: { status: 422 },
  rateLimited: { status: 429 },
} as const);
