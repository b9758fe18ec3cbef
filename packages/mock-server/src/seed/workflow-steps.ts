import { field as f, type Infer, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';

/** A step of a workflow. */
// Unspecified: U-126
export const WorkflowStep = schema(() =>
  z.discriminatedUnion('type', [
    /** Waits for the sum of the members. */
    z.strictObject({
      type: z.literal('delay'),
      days: f.optional(f.integerFrom(0)),
      hours: f.optional(f.integerFrom(0)),
      minutes: f.optional(f.integerFrom(0)),
    }),
    z.strictObject({
      type: z.literal('send_email'),
      id: f.optional(f.name()),
      subject: f.text(),
      html_body: f.optional(f.text()),
      text_body: f.optional(f.text()),
    }),
    z.strictObject({ type: z.literal('apply_tag'), tag: f.name() }),
    z.strictObject({ type: z.literal('remove_tag'), tag: f.name() }),
    z.strictObject({
      type: z.literal('record_event'),
      action: f.name(),
      properties: f.optional(f.properties()),
    }),
    /** An event that reaches the goal moves a subscriber there from any earlier step. One who arrives by the steps waits or continues. */
    z.strictObject({
      type: z.literal('goal'),
      trigger_type: f.name(),
      provider: f.optional(f.name()),
      properties: f.optional(f.properties()),
      /** Default `wait`. */
      otherwise: f.optional(f.oneOf('wait', 'continue')),
    }),
    /** Ends the workflow for the subscriber, like the end of the steps. */
    z.strictObject({ type: z.literal('exit') }),
  ]),
);
export type WorkflowStepSeed = Infer<typeof WorkflowStep>;
