// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** Filter and sort order of the campaign list. */
export interface CampaignQuery {
  /** Default: all. */
  status?: 'draft' | 'active' | 'paused' | undefined;
  sort?: 'created_at' | 'name' | undefined;
  direction?: 'asc' | 'desc' | undefined;
  /** The number of the page, from 1. */
  page?: number | undefined;
}

/** An email series ("Email series campaign"). Rates are fractions of 1. */
export interface Campaign {
  id: string;
  status: 'active' | 'paused' | 'draft' | (string & {});
  name: string;
  /** Overrides the account's default, as `from_email` and `postal_address` do. */
  from_name?: string | null | undefined;
  from_email?: string | null | undefined;
  postal_address?: string | null | undefined;
  /** Sending time, in minutes after midnight. */
  minutes_from_midnight: number;
  /** Whether the sending time is in each subscriber's own time zone. */
  localize_sending_time: boolean;
  /** Sending days: seven characters of 0 or 1, from Monday to Sunday. */
  days_of_the_week_mask: string;
  /** Whether the first email is sent immediately after subscribing. */
  start_immediately: boolean;
  double_optin: boolean;
  /** @deprecated */
  send_to_confirmation_page?: unknown | undefined;
  /** @deprecated */
  use_custom_confirmation_page?: unknown | undefined;
  /** @deprecated */
  post_confirmation_url?: unknown | undefined;
  confirmation_url: string | null;
  /** Address notified when a form submission subscribes someone. */
  notify_subscribe_email?: string | null | undefined;
  /** Address notified when a subscriber unsubscribes. */
  notify_unsubscribe_email?: string | null | undefined;
  bcc: string | null;
  /** Number of emails in the series, of any status. */
  email_count: number;
  active_subscriber_count: number;
  /** Number of subscribers who unsubscribed through a delivered email. */
  unsubscribed_subscriber_count: number;
  email_open_rate: number;
  email_click_rate: number;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601. */
  updated_at: string;
  href: string;
  links: {
    account: string;
    forms: string[];
  };
  /** The form created for the campaign, if any. */
  forms?: {
    id: string;
    href: string;
    headline: string;
    description: string;
    button_text: string;
    confirmation_heading: string;
    confirmation_text: string;
    /** Whether a submission sends an event to Google Analytics. */
    send_ga_event: boolean;
    seconds_before_popup: number;
    days_between_popup: number;
    days_between_popup_after_close: number;
    orientation: 'bottom_left_tab' | 'bottom_right_tab' | 'side_left_tab' | 'side_right_tab' | 'embedded' | 'lightbox' | (string & {});
    /** Opacity of the field labels. */
    opacity: number;
    show_labels: boolean;
    /** Colour of the tab. */
    primary_color: string;
    /** Colour of the headline. */
    secondary_color: string;
    is_widget_enabled: boolean;
    /** URL paths where the form is shown. */
    whitelist: string[];
    /** URL paths where the form is hidden. */
    blacklist: string[];
    is_whitelist_enabled: boolean;
    is_blacklist_enabled: boolean;
    hide_on_mobile: boolean;
    /** @deprecated */
    is_embeddable: boolean;
    /** ISO 8601. */
    created_at: string;
    links: {
      account: string;
    };
  } | null | undefined;
}

/** Filter and sort order of a campaign's subscribers. `direction` defaults to `desc`. */
export interface CampaignSubscriberQuery {
  /** Default `active`. */
  status?: 'active' | 'unsubscribed' | 'removed' | undefined;
  sort?: 'id' | 'created_at' | undefined;
  direction?: 'asc' | 'desc' | undefined;
  /** The number of the page, from 1. */
  page?: number | undefined;
  per_page?: number | undefined;
}

/** Arguments for subscribing a subscriber to a campaign. */
export interface CampaignSubscriberInput {
  /** An email address, `ann@example.com`. */
  email: string;
  /** Your own identifier of the subscriber, unique in the account. */
  user_id?: string | undefined;
  /** Olson time zone. Default for a new subscriber: `Etc/UTC`. */
  time_zone?: string | undefined;
  /** Values by identifier. null or '' clears a field. */
  custom_fields?: Record<string, string | number | boolean | null> | undefined;
  /** Tags to add. */
  tags?: string[] | undefined;
  /** Whether to attach a lead score if lead scoring is enabled. Default true. */
  prospect?: boolean | undefined;
  /** Former name of `prospect`. */
  potential_lead?: boolean | undefined;
  /** Consent under European Union law. */
  eu_consent?: 'granted' | 'denied' | undefined;
  /** The text that the subscriber agreed to. */
  eu_consent_message?: string | undefined;
  /** Offset from UTC, in minutes. */
  utc_offset?: number | undefined;
  /** Whether to send a confirmation email. Default: the campaign's setting. */
  double_optin?: boolean | undefined;
  /** Index of the first email to send, from 0. Default 0. */
  starting_email_index?: number | undefined;
  /** Whether to subscribe a removed subscriber again; if false, the response is 422. Default true. */
  reactivate_if_removed?: boolean | undefined;
  /** Default 30. */
  base_lead_score?: number | undefined;
}
