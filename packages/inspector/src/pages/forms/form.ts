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
  confirmation_code: signup.confirmation_code ?? null,
  appearance: signup.appearance,
});

/** A submission of a form. */
export type Submission = Item<'GET /_admin/form_submissions', 'form_submissions'>;
