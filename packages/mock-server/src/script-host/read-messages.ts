import { field as f, faultsOf, type Infer, SCRIPT_OPERATIONS, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { invalidAttributes } from '../http/refusals.ts';
import { SubmitFormArguments } from './forms/submit-command.ts';

const uuid = () => z.stringFormat('uuid', /^[0-9a-f]{32}$/);

/** What the page script posts: its visitor, its page, and commands in their order. */
// Unspecified: U-27
export const Envelope = schema(() =>
  z.object({
    visitor: f.optional(f.orNull(uuid())),
    /** Of new visitors. */
    time_zone: f.optional(f.text()),
    page: f.optional(
      z.object({
        url: f.optional(f.text()),
        referrer: f.optional(f.text()),
        user_agent: f.optional(f.text()),
      }),
    ),
    messages: z
      .array(z.object({ id: uuid(), command: f.name(), arguments: z.record(z.string(), z.unknown()) }))
      .check(z.minLength(1), z.maxLength(100)),
  }),
);
export interface Envelope extends Infer<typeof Envelope> {}
export type Message = Envelope['messages'][number];

/** Refuses with 422 what is not an envelope; the commands themselves are looked at one by one. */
export function readMessages(json: unknown): Envelope {
  const faults = faultsOf(Envelope, json);
  if (faults.length) throw invalidAttributes(faults);
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
