import * as z from 'zod/mini';
import { endpoint } from './schema/endpoint.ts';
import { manyOut, oneOut } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { type Infer, schema } from './schema/schema.ts';

const links = { 'forms.account': '{base_url}/v2/accounts/{forms.account}' };

/** The positions of a form on a page. */
export const FORM_ORIENTATIONS = [
  'bottom_left_tab',
  'bottom_right_tab',
  'side_left_tab',
  'side_right_tab',
  'embedded',
  'lightbox',
] as const;

/** A signup form ("Form"). */
export const Form = schema(() =>
  z.object({
    id: f.id('form'),
    href: f.link(),
    headline: f.text(),
    description: f.text(),
    button_text: f.text(),
    confirmation_heading: f.text(),
    confirmation_text: f.text(),
    /** Whether a submission sends an event to Google Analytics. */
    send_ga_event: f.boolean(),
    seconds_before_popup: f.integer(),
    days_between_popup: f.integer(),
    days_between_popup_after_close: f.integer(),
    orientation: f.known(...FORM_ORIENTATIONS),
    /** Opacity of the field labels. */
    opacity: f.number(),
    show_labels: f.boolean(),
    /** Color of the tab. */
    primary_color: f.text(),
    /** Color of the headline. */
    secondary_color: f.text(),
    is_widget_enabled: f.boolean(),
    /** URL paths where the form is shown. */
    whitelist: f.texts(),
    /** URL paths where the form is hidden. */
    blacklist: f.texts(),
    is_whitelist_enabled: f.boolean(),
    is_blacklist_enabled: f.boolean(),
    hide_on_mobile: f.boolean(),
    /** @deprecated by the service. */
    is_embeddable: f.boolean(),
    created_at: f.time(),
    links: z.object({ account: f.id('account') }),
  }),
);
export interface Form extends Infer<typeof Form> {}

export const forms = {
  /** Lists all forms of the account. */
  list: endpoint('GET /v2/{account_id}/forms', {
    response: manyOut<Form>('forms', Form, { links }),
  }),
  /** Gets one form. */
  get: endpoint('GET /v2/{account_id}/forms/{form_id}', {
    response: oneOut<Form>('forms', Form, { links }),
  }),
};
