// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** Filter and order of the campaign list. */
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
  /** Overrides the account's default, like `from_email` and `postal_address`. */
  from_name?: string | null | undefined;
  from_email?: string | null | undefined;
  postal_address?: string | null | undefined;
  /** When emails go out: minutes after midnight. */
  minutes_from_midnight: number;
  /** Whether that time is of the subscriber's zone. */
  localize_sending_time: boolean;
  /** Seven characters of 0 or 1 from Monday on. */
  days_of_the_week_mask: string;
  /** Whether the first email goes out right after subscribing. */
  start_immediately: boolean;
  double_optin: boolean;
  /** @deprecated */
  send_to_confirmation_page?: unknown | undefined;
  /** @deprecated */
  use_custom_confirmation_page?: unknown | undefined;
  /** @deprecated */
  post_confirmation_url?: unknown | undefined;
  confirmation_url: string | null;
  /** The address told of a form subscription. */
  notify_subscribe_email?: string | null | undefined;
  /** The address told of an unsubscription. */
  notify_unsubscribe_email?: string | null | undefined;
  bcc: string | null;
  /** All emails, whatever their status. */
  email_count: number;
  active_subscriber_count: number;
  /** People who unsubscribed by a delivered email. */
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
  /** The form made for the campaign, when there is one. */
  forms?: {
    id: string;
    href: string;
    headline: string;
    description: string;
    button_text: string;
    confirmation_heading: string;
    confirmation_text: string;
    /** Whether a submission sends an analytics event. */
    send_ga_event: boolean;
    seconds_before_popup: number;
    days_between_popup: number;
    days_between_popup_after_close: number;
    orientation: 'bottom_left_tab' | 'bottom_right_tab' | 'side_left_tab' | 'side_right_tab' | 'embedded' | 'lightbox' | (string & {});
    /** Of the field labels. */
    opacity: number;
    show_labels: boolean;
    /** Of the tab. */
    primary_color: string;
    /** Of the headline. */
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

/** Filter and order of a campaign's people. `direction` is `desc` unless given. */
export interface CampaignSubscriberQuery {
  /** Default `active`. */
  status?: 'active' | 'unsubscribed' | 'removed' | undefined;
  sort?: 'id' | 'created_at' | undefined;
  direction?: 'asc' | 'desc' | undefined;
  /** The number of the page, from 1. */
  page?: number | undefined;
  per_page?: number | undefined;
}

/** Arguments of subscribing someone to a campaign. */
export interface CampaignSubscriberInput {
  /** An email address, `ann@example.com`. */
  email: string;
  /** The caller's own identifier, unique in the account. */
  user_id?: string | undefined;
  /** Olson name; default `Etc/UTC` for a new person. */
  time_zone?: string | undefined;
  /** Values by identifier; null or '' clears a field. */
  custom_fields?: Record<string, string | number | boolean | null> | undefined;
  /** Tags to add. */
  tags?: string[] | undefined;
  /** Whether to attach a lead score where lead scoring is enabled. Default true. */
  prospect?: boolean | undefined;
  /** The old name of `prospect`. */
  potential_lead?: boolean | undefined;
  eu_consent?: 'granted' | 'denied' | undefined;
  /** The words that the person agreed to. */
  eu_consent_message?: string | undefined;
  /** Minutes from UTC. */
  utc_offset?: number | undefined;
  /** Whether to send the confirmation email; default: the campaign's setting. */
  double_optin?: boolean | undefined;
  /** Zero-based; default 0. */
  starting_email_index?: number | undefined;
  /** Whether someone who was removed is subscribed again; when false, 422. Default true. */
  reactivate_if_removed?: boolean | undefined;
  /** Default 30. */
  base_lead_score?: number | undefined;
}
