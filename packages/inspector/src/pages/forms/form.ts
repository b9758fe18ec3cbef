import type { Cause } from '../../api/cause.ts';
import type { OfSubscriber } from '../../design/id-link/id-link.tsx';

/** A form as `GET /_admin/forms` lists it. */
export interface Form {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly campaign_id: string | null;
  readonly campaign_name: string | null;
  readonly orientation: string;
  readonly is_widget_enabled: boolean;
  readonly submissions: number;
  /** ISO 8601. */
  readonly created_at: string;
  readonly headline: string;
  readonly description: string;
  readonly button_text: string;
  readonly confirmation_heading: string;
  readonly confirmation_text: string;
  readonly seconds_before_popup: number;
  readonly hide_on_mobile: boolean;
  readonly primary_color: string;
  readonly secondary_color: string;
  readonly signup: {
    readonly fields: readonly { readonly name: string; readonly label: string }[];
    readonly tags: readonly string[];
    readonly eu_consent?: string;
    readonly redirect_url?: string;
  };
}

/** A form that the dialog shows first, as seeds have it. */
export const EXAMPLE = {
  headline: 'Coffee news',
  description: 'New harvests, twice a month.',
  orientation: 'bottom_right_tab',
  fields: [{ name: 'email' }, { name: 'first_name' }],
  tags: ['newsletter'],
  button_text: 'Subscribe',
  confirmation_heading: 'Thank you',
  confirmation_text: 'The next letter comes on Monday.',
};

/** Explains the fields where a user writes them. */
export const FIELDS_HINT =
  'A field is named after an attribute such as first_name, or after a custom field. The email address is always asked for.';

/** What can change of a form, as seeds have it. */
export const editableOf = ({ signup, ...form }: Form) => ({
  headline: form.headline,
  description: form.description,
  orientation: form.orientation,
  is_widget_enabled: form.is_widget_enabled,
  seconds_before_popup: form.seconds_before_popup,
  hide_on_mobile: form.hide_on_mobile,
  primary_color: form.primary_color,
  secondary_color: form.secondary_color,
  fields: signup.fields,
  tags: signup.tags,
  campaign_id: form.campaign_id,
  eu_consent: signup.eu_consent ?? null,
  redirect_url: signup.redirect_url ?? null,
  button_text: form.button_text,
  confirmation_heading: form.confirmation_heading,
  confirmation_text: form.confirmation_text,
});

/** A submission of a form. */
export interface Submission extends OfSubscriber {
  readonly id: string;
  /** The page, if the form was on one. */
  readonly url: string | null;
  readonly submitted_at: string;
  readonly cause: Cause | null;
}

/** Where a form can stand on a page, with the names of these places. */
export const ORIENTATIONS = [
  ['embedded', 'Embedded in the page'],
  ['lightbox', 'Lightbox'],
  ['bottom_left_tab', 'Tab, bottom left'],
  ['bottom_right_tab', 'Tab, bottom right'],
  ['side_left_tab', 'Tab, left side'],
  ['side_right_tab', 'Tab, right side'],
] as const;

/** The name of an orientation. */
export const nameOf = (orientation: string): string =>
  ORIENTATIONS.find(([value]) => value === orientation)?.[1] ?? orientation;
