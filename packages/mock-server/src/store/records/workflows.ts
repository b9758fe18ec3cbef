import { field as f, type Infer, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import type { CampaignEmail } from './campaigns.ts';
import type { WithDefaults } from './with-defaults.ts';

export const triggerMembers = () => ({
  provider: f.name(),
  trigger_type: f.name(),
  properties: f.optional(f.properties()),
});

export const triggerDefaults = { properties: {} };

export interface TriggerData extends WithDefaults<typeof triggerMembers, typeof triggerDefaults> {}

/** A step of a workflow, as a seed has it. */
// Unspecified: U-126
export const WorkflowStepSeed = schema(() =>
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
export type WorkflowStepSeed = Infer<typeof WorkflowStepSeed>;

/** A step of a workflow, as it is stored. */
export type WorkflowStep =
  | Exclude<WorkflowStepSeed, { type: 'send_email' | 'goal' }>
  | { readonly type: 'send_email'; readonly email: Omit<CampaignEmail, 'delay'> }
  | { readonly type: 'goal'; readonly trigger: TriggerData; readonly otherwise: 'wait' | 'continue' };

export interface WorkflowData {
  /** In the order they run. */
  readonly steps: readonly WorkflowStep[];
}
