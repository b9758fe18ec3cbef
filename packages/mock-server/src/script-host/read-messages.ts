import { field as f, type Infer, issuesOf, SCRIPT_OPERATIONS, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { parseJson } from '../http/body.ts';
import { invalidAttributes } from '../http/errors.ts';
import { SubmitFormArguments } from './forms/submit-command.ts';

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
    /** By the browser's clock. */
    sent_at: f.optional(f.isoTime()),
    command: f.name(),
    page: page(),
    arguments: z.record(z.string(), z.unknown()),
  });

/** More bytes are not read of what anybody may post: pages send up to 64 KB at once (`keepalive`). */
// Unspecified: U-133
export const PUBLIC_BODY_LIMIT = 64 * 1024;

/** What the page script posts: its visitor, and commands in their order, each with its page. */
// Unspecified: U-27
export const Envelope = schema(() =>
  z.object({
    /** An id that is none (`visitorIdOf`) is as good as none: its browser gets a new one. */
    visitor: z.optional(z.unknown()),
    /** Of new visitors. */
    time_zone: f.optional(f.text()),
    /** By the browser's clock, in milliseconds since 1970. */
    sent_at: f.optional(z.number()),
    /** Of messages that have none. */
    page: page(),
    messages: z.array(message()).check(z.minLength(1), z.maxLength(100)),
  }),
);
export interface Envelope extends Infer<typeof Envelope> {}
export type Message = Envelope['messages'][number];

/** The most values in one post: no batch of the page script, of 15,000 characters, can hold more. */
const MAX_VALUES = 10_000;
/** More faults are not told. */
const MAX_ISSUES = 100;

/** Refuses with 400 or 422 what is not an envelope; the commands themselves are looked at one by one. */
// Unspecified: U-133
export function readMessages(text: string): Envelope {
  const json = parseJson(text, MAX_VALUES);
  const issues = issuesOf(Envelope, json);
  if (issues.length) throw invalidAttributes(issues.slice(0, MAX_ISSUES));
  return json as Envelope; // it has no faults
}

const { showForm, hideForm, ...COMMANDS } = SCRIPT_OPERATIONS; // two that stay on the page

/** The arguments of everything that the page script sends: its commands, visits of pages, and forms. */
export const OPERATIONS = {
  ...COMMANDS,
  submitForm: SubmitFormArguments,
  visit: schema(() => z.object({})),
};

/** Whether the script sends messages of this name. */
export const isOperation = (name: string): name is keyof typeof OPERATIONS => Object.hasOwn(OPERATIONS, name);
