import { field as f } from '@trickle/sdk/contract';
import type { WithDefaults } from './with-defaults.ts';

/** Overrides the account's defaults. */
export const senderMembers = () => ({
  from_name: f.optional(f.text()),
  from_email: f.optional(f.email()),
  postal_address: f.optional(f.text()),
  bcc: f.optional(f.orNull(f.emailList())),
});

export const broadcastMembers = () => ({
  ...senderMembers(),
  localize_sending_time: f.optional(f.boolean()),
  subject: f.optional(f.text()),
  html_body: f.optional(f.text()),
  text_body: f.optional(f.text()),
});

// Unspecified: U-51
export const broadcastDefaults = {
  bcc: null,
  localize_sending_time: false,
  subject: '',
  html_body: '',
  text_body: '',
} as const;

export type BroadcastData = WithDefaults<typeof broadcastMembers, typeof broadcastDefaults>;
