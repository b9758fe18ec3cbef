import { field as f, type Infer, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { appearanceMembers, color } from '../store/records/forms.ts';
import type { ReadonlyValues } from '../store/records/with-defaults.ts';
import { Broadcast, Goal, SeedForm, Webhook, Workflow } from './schema.ts';

/*
 * The schemas of changes to records: the members of a seed, each of them optional. Null removes what a record can be
 * without.
 */

export const BroadcastChange = schema(() => {
  const { id, created_at, status, send_at, ...shape } = Broadcast().shape;
  return z.partial(z.strictObject(shape));
});
export type BroadcastChange = ReadonlyValues<Infer<typeof BroadcastChange>>;

export const FormChange = schema(() => {
  const { id, created_at, ...shape } = SeedForm().shape;
  return z.partial(
    z.strictObject({
      ...shape,
      /** The id of the campaign that the form subscribes to, or null for none. */
      campaign_id: f.orNull(f.name()),
      /** The label of the consent checkbox, or null for no checkbox. */
      eu_consent: f.orNull(f.text()),
      /** The URL of the privacy policy, or null for none. */
      privacy_url: f.orNull(f.url()),
      /** The text of a button that closes the form, or null for none. */
      decline_text: f.orNull(f.text()),
      /** The page to redirect to after a submission, or null to show the confirmation. */
      redirect_url: f.orNull(f.url()),
      /** The code that the confirmation shows, or null for none. */
      confirmation_code: f.orNull(f.text()),
      /** The look of the form. Members that are not given stay as they are. */
      appearance: z.strictObject({
        ...appearanceMembers(),
        /** The URL of an image above the headline, or null for none. */
        image_url: f.optional(f.orNull(f.url())),
        /** The text color of the button, or null for the more readable one of black and white. */
        button_text_color: f.optional(f.orNull(color())),
        /** The background in the light color scheme, or null for white. */
        background_color: f.optional(f.orNull(color())),
        /** The background in the dark color scheme, or null for a dark gray. */
        dark_background_color: f.optional(f.orNull(color())),
      }),
    }),
  );
});
export type FormChange = ReadonlyValues<Infer<typeof FormChange>>;

export const GoalChange = schema(() => {
  const { id, created_at, url, ...shape } = Goal().shape;
  return z.partial(z.strictObject({ ...shape, url: f.orNull(f.text()) }));
});
export type GoalChange = ReadonlyValues<Infer<typeof GoalChange>>;

export const WebhookChange = schema(() => {
  const { id, created_at, status, ...shape } = Webhook().shape;
  return z.partial(z.strictObject(shape));
});
export type WebhookChange = ReadonlyValues<Infer<typeof WebhookChange>>;

export const WorkflowChange = schema(() => {
  const { id, created_at, status, subscribers, ...shape } = Workflow().shape;
  return z.partial(z.strictObject(shape));
});
export type WorkflowChange = ReadonlyValues<Infer<typeof WorkflowChange>>;
