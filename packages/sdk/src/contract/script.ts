import * as z from 'zod/mini';
import * as f from './schema/field.ts';
import { type Infer, schema } from './schema/schema.ts';
import { consentArguments } from './subscribers.ts';

/*
 * The operations of the page script ("Client-side script API"), by the names that pages use (U-25). The schemas omit
 * the callbacks (`success`, `failure`), which are not sent to the server.
 */

/** Arguments of `identify` that are not custom fields. */
export const IdentifyArguments = schema(() =>
  z.catchall(
    z.object({
      /** Required for a new visitor. */
      email: f.optional(f.email()),
      new_email: f.optional(f.email()),
      user_id: f.optional(f.text()),
      tags: f.optional(f.texts()),
      remove_tags: f.optional(f.texts()),
      /** Default true. */
      prospect: f.optional(f.boolean()),
      ...consentArguments(),
    }),
    z.unknown(),
  ),
);
export type IdentifyArguments = Infer<typeof IdentifyArguments>;

/** Maximum `value` of `track`, in cents. The minimum is 0. */
export const TRACK_VALUE_LIMIT = 2_147_483_647;

/** Arguments of `track` that are not properties of the event. */
export const TrackArguments = schema(() =>
  z.catchall(
    z.object({
      /** In cents, from 0 to 2,147,483,647. */
      value: f.optional(f.integerBetween(0, TRACK_VALUE_LIMIT)),
      /** ISO 8601. Default: now. */
      occurred_at: f.optional(f.isoTime()),
    }),
    z.unknown(),
  ),
);
export type TrackArguments = Infer<typeof TrackArguments>;

/** The `track` action that records a product view, and the properties it reads. */
export const PRODUCT_VIEW = Object.freeze({
  action: 'Viewed a product',
  properties: ['product_id', 'product_variant_id', 'sku', 'name', 'brand', 'categories', 'price'],
} as const);

/** Arguments of `subscribe`. `fields` must include `email`. */
export const SubscribeArguments = schema(() =>
  z.object({
    campaign_id: f.name(),
    fields: z.catchall(z.object({ email: f.email() }), z.unknown()),
    /** Default: the campaign's setting. */
    double_optin: f.optional(f.boolean()),
  }),
);
export interface SubscribeArguments extends Infer<typeof SubscribeArguments> {}

/** Arguments of `unsubscribe`. Without `campaign_id`, unsubscribes from all campaigns. */
export const UnsubscribeArguments = schema(() =>
  z.object({ email: f.email(), campaign_id: f.optional(f.text()) }),
);
export interface UnsubscribeArguments extends Infer<typeof UnsubscribeArguments> {}

/** Arguments of `showForm` and `hideForm`. */
export const FormArguments = schema(() =>
  z.object({
    id: f.name(),
    /** Whether to show the teaser tab after the form is closed. Default true. */
    showTab: f.optional(f.boolean()),
  }),
);
export interface FormArguments extends Infer<typeof FormArguments> {}

/** Argument schemas by operation. */
export const SCRIPT_OPERATIONS = Object.freeze({
  identify: IdentifyArguments,
  track: TrackArguments,
  subscribe: SubscribeArguments,
  unsubscribe: UnsubscribeArguments,
  showForm: FormArguments,
  hideForm: FormArguments,
});

/** Argument of the `success` and `failure` callbacks. */
export const CallbackResponse = schema(() =>
  z.object({
    success: f.boolean(),
    visitor_uuid: f.text(),
    /** False if the visitor is linked to a subscriber. */
    anonymous: f.boolean(),
    /** Present on failure. */
    error: f.optional(f.text()),
  }),
);
export interface CallbackResponse extends Infer<typeof CallbackResponse> {}

/** Query parameter of a page URL that tags the visitor. */
export const TAG_PARAMETER = 'dst';

/** jQuery events of the form widget, with the members of each event's data. */
export const FORM_EVENTS = Object.freeze({
  names: ['submitting.drip', 'submitFailed.drip', 'submitted.drip'],
  members: [
    'account_id',
    'fields[email]',
    'fields[first_name]',
    'form_id',
    'page_title',
    'submit',
    'time_zone',
    'url',
    'visitor_uuid',
  ],
} as const);
