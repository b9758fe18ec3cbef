import { field as f } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { senderMembers } from './broadcasts.ts';
import type { WithDefaults } from './with-defaults.ts';

export const campaignMembers = () => ({
  minutes_from_midnight: f.optional(f.integerBetween(0, 1439)),
  localize_sending_time: f.optional(f.boolean()),
  days_of_the_week_mask: f.optional(f.dayMask()),
  start_immediately: f.optional(f.boolean()),
  double_optin: f.optional(f.boolean()),
  send_to_confirmation_page: f.optional(f.boolean()),
  use_custom_confirmation_page: f.optional(f.boolean()),
  post_confirmation_url: f.optional(f.url()),
  confirmation_url: f.optional(f.orNull(f.url())),
  notify_subscribe_email: f.optional(f.emailList()),
  notify_unsubscribe_email: f.optional(f.emailList()),
  /** Replaces the default confirmation email. Its link is `{{ confirmation_url }}`. */
  confirmation_email: f.optional(
    z.strictObject({
      subject: f.text(),
      html_body: f.optional(f.text()),
      text_body: f.optional(f.text()),
    }),
  ),
});

// Unspecified: U-51
export const campaignDefaults = {
  minutes_from_midnight: 480,
  localize_sending_time: false,
  days_of_the_week_mask: '1111111',
  start_immediately: true,
  double_optin: false,
  confirmation_url: null,
  bcc: null,
} as const;

export const emailMembers = () => ({
  id: f.optional(f.name()),
  subject: f.text(),
  html_body: f.optional(f.text()),
  text_body: f.optional(f.text()),
  /** The delay after the previous email. Default: one day. */
  delay: f.optional(
    z.strictObject({
      days: f.optional(f.integerFrom(0)),
      hours: f.optional(f.integerFrom(0)),
      minutes: f.optional(f.integerFrom(0)),
    }),
  ),
});

export const emailDefaults = { html_body: '', text_body: '' } as const;

/** An email of a series. */
export interface CampaignEmail
  extends WithDefaults<typeof emailMembers, typeof emailDefaults & { id: string }> {}

const allMembers = () => ({ ...senderMembers(), ...campaignMembers() });

export interface CampaignData extends WithDefaults<typeof allMembers, typeof campaignDefaults> {
  readonly updated_at: string;
  /** In sending order. */
  readonly emails: readonly CampaignEmail[];
}
