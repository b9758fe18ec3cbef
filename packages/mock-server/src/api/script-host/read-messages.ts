import { field as f, type Infer, issuesOf, SCRIPT_OPERATIONS, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { withoutInvalidEscapes } from '../../shared/values/json.ts';
import { invalidAttributes } from '../http/errors.ts';
import { parseJson } from '../http/read-request.ts';
import { SubmitFormArguments } from './forms/submission.ts';

const uuid = () => z.stringFormat('uuid', /^[0-9a-f]{32}$/);

const page = () =>
  f.optional(
    z.object({
      url: f.optional(f.text()),
      referrer: f.optional(f.text()),
      user_agent: f.optional(f.text()),
    }),
  );

const message = () =>
  z.object({
    id: uuid(),
    /** Browser time. */
    sent_at: f.optional(f.isoTime()),
    command: f.name(),
    page: page(),
    arguments: z.record(z.string(), z.unknown()),
  });

/** The body that the page script posts: the visitor and commands in order, each with its page. */
// Unspecified: U-27
export const Envelope = schema(() =>
  z.object({
    /** An invalid id (see `visitorIdOf`) is ignored: the browser gets a new one. */
    visitor: z.optional(z.unknown()),
    /** For new visitors. */
    time_zone: f.optional(f.text()),
    /** Browser time, in milliseconds since 1970. */
    sent_at: f.optional(z.number()),
    /** Default page of the messages. */
    page: page(),
    messages: z.array(message()).check(z.minLength(1), z.maxLength(100)),
  }),
);
export interface Envelope extends Infer<typeof Envelope> {}
export type Message = Envelope['messages'][number];

/** Maximum number of values in a body. No batch of the page script, with its 15,000 characters, contains more. */
const MAX_VALUES = 10_000;
/** Maximum number of issues in a response. */
const MAX_ISSUES = 100;

/** Reads an envelope. Throws 400 or 422 if it is invalid. Commands are validated later, one by one. */
// Unspecified: U-133
export function readMessages(text: string): Envelope {
  const json = parseJson(withoutInvalidEscapes(text), MAX_VALUES); // a visitor can do nothing about half of a character
  const issues = issuesOf(Envelope, json);
  if (issues.length) throw invalidAttributes(issues.slice(0, MAX_ISSUES));
  return json as Envelope; // validated above
}

const { showForm, hideForm, ...COMMANDS } = SCRIPT_OPERATIONS; // two commands that are not sent

/** Argument schemas of all messages of the page script: commands, page visits and forms. */
export const OPERATIONS = {
  ...COMMANDS,
  submitForm: SubmitFormArguments,
  visit: schema(() => z.object({})),
};

export const isOperation = (name: string): name is keyof typeof OPERATIONS => Object.hasOwn(OPERATIONS, name);
