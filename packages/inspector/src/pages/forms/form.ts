import type { Item } from '../../api/responses.ts';

/** A form in the list. */
export type Form = Item<'GET /_admin/forms', 'forms'>;

/** A form that the dialog shows first, in the format of a seed. */
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

/** What can be changed in a form, in the format of a seed. */
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
export type Submission = Item<'GET /_admin/form_submissions', 'form_submissions'>;

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
