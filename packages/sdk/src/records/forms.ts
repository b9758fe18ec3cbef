// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** A signup form ("Form"). */
export interface Form {
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
}
