import { FORM_ORIENTATIONS, Form, field as f } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { type ReadonlyValues, type Values, type WithDefaults, withDefaults } from './with-defaults.ts';

/** The positions of a form on a page: those of the interface, and bars. */
// Unspecified: U-338
export const ORIENTATIONS = [...FORM_ORIENTATIONS, 'top_bar', 'bottom_bar'] as const;

/** The input types of a form. */
const FIELD_TYPES = [
  'text',
  'email',
  'tel',
  'url',
  'number',
  'date',
  'textarea',
  'select',
  'checkbox',
  'hidden',
] as const;

const fieldMembers = () => ({
  /** `email`, another subscriber attribute such as `first_name`, or the identifier of a custom field. */
  name: f.name(),
  /** Default: the name in words. */
  label: f.optional(f.text()),
  type: f.optional(f.oneOf(...FIELD_TYPES)),
  required: f.optional(f.boolean()),
  /** The options of a `select`. */
  options: f.optional(f.texts()),
  /** The initial value, or the value of a checkbox when checked. */
  value: f.optional(f.text()),
});

/** An input of a form. */
export interface FormField
  extends WithDefaults<typeof fieldMembers, Record<'label' | 'type' | 'required', unknown>> {}

const textMembers = () => ({
  close: f.optional(f.text()),
  /** The button beside the code of the confirmation. */
  copy: f.optional(f.text()),
  /** Shown once the code is copied. */
  copied: f.optional(f.text()),
  /** The first option of a `select`, shown until the visitor chooses. */
  choose: f.optional(f.text()),
  sending: f.optional(f.text()),
  /** Shown while a response is delayed. */
  delayed: f.optional(f.text()),
  /** Shown when a submission fails. */
  failed: f.optional(f.text()),
  /** The link to `privacy_url`. */
  privacy: f.optional(f.text()),
  required: f.optional(f.text()),
  email_error: f.optional(f.text()),
  /** Shown for any other invalid value. */
  invalid: f.optional(f.text()),
});

const textDefaults = {
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  choose: 'Choose…',
  sending: 'Sending…',
  delayed:
    'This is taking longer than usual. Your entries are saved and will be sent when the network is back.',
  failed: 'This could not be sent. Please try again.',
  privacy: 'Privacy policy',
  required: 'Please fill this in.',
  email_error: 'Please enter an email address, such as ann@example.com.',
  invalid: 'Please correct this.',
};

/** The texts that a form shows to visitors. */
export interface FormTexts extends WithDefaults<typeof textMembers, typeof textDefaults> {}

/** A list of font families as in CSS. Other characters could end the declaration. */
const FONT_FAMILY = /^[\p{L}\p{N} ,'"_-]{1,200}$/u;

/** A color that the form can be drawn with. */
export const color = () => z.string().check(z.regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i));

export const appearanceMembers = () => ({
  /** `stacked`, or `inline` for fields and button in one row. Default: `stacked`. */
  layout: f.optional(f.oneOf('stacked', 'inline')),
  /** `light`, `dark`, or `auto` for that of the visitor's system. Default: `light`. */
  color_scheme: f.optional(f.oneOf('light', 'dark', 'auto')),
  /** The URL of an image above the headline. Default: no image. */
  image_url: f.optional(f.url()),
  /** The radius of corners, in pixels, from 0 to 40. Default: 8. */
  corner_radius: f.optional(z.number().check(z.minimum(0), z.maximum(40))),
  /** A factor for the space around and between the fields, from 0.5 to 2. Default: 1. */
  spacing: f.optional(z.number().check(z.minimum(0.5), z.maximum(2))),
  /** Font families as in CSS, which the page has loaded. Default: `system-ui, sans-serif`. */
  font_family: f.optional(z.string().check(z.regex(FONT_FAMILY))),
  /** The text color of the button, as in `#ffffff`. Default: black or white, whichever is more readable. */
  button_text_color: f.optional(color()),
  /** The background in the light color scheme, as in `#ffffff`. Default: white. */
  background_color: f.optional(color()),
  /** The background in the dark color scheme. Default: a dark gray. */
  dark_background_color: f.optional(color()),
});

const appearanceDefaults = {
  layout: 'stacked',
  color_scheme: 'light',
  corner_radius: 8,
  spacing: 1,
  font_family: 'system-ui, sans-serif',
} as const;

/** The look of a form, beyond the members that the interface shows. */
// Unspecified: U-321
export interface FormAppearance extends WithDefaults<typeof appearanceMembers, typeof appearanceDefaults> {}

/** The settings of a form that the interface does not show. */
const signupMembers = () => ({
  /** The form's fields, in order. Default: the email address, which is always included. */
  fields: f.optional(z.array(z.strictObject(fieldMembers()))),
  /** Tags applied on submission. */
  tags: f.optional(f.texts()),
  /** The label of the consent checkbox. Default: no checkbox. */
  eu_consent: f.optional(f.text()),
  /** The URL of the privacy policy, linked after the label of the consent checkbox or, without one, below the fields. */
  privacy_url: f.optional(f.url()),
  /** The text of a button below a floating form that closes it, such as `No thanks`. Default: no button. */
  decline_text: f.optional(f.text()),
  /**
   * When the form opens by itself, at the earliest after `seconds_before_popup`: at once, when the visitor is about to leave
   * the page, or has seen `scroll_depth` percent of it. Default: `time`.
   */
  popup_trigger: f.optional(f.oneOf('time', 'exit_intent', 'scroll_depth')),
  /** In percent, from 1 to 100. Default: 50. */
  scroll_depth: f.optional(f.integerBetween(1, 100)),
  /** The page to redirect to after a submission. Default: the form shows its confirmation. */
  redirect_url: f.optional(f.url()),
  /** A code for the visitor, such as `SPRING10`, which the confirmation shows with a button that copies it. */
  confirmation_code: f.optional(f.text()),
  /** The look of the form. */
  appearance: f.optional(z.strictObject(appearanceMembers())),
  /** The form's own texts. Default: English. */
  texts: f.optional(z.strictObject(textMembers())),
});

const NO_SETTINGS = { id: true, href: true, created_at: true, links: true } as const;

// Unspecified: U-77
export const formMembers = () => ({
  ...z.partial(z.omit(Form(), NO_SETTINGS)).shape,
  orientation: f.optional(f.oneOf(...ORIENTATIONS)),
  ...signupMembers(),
});

export interface SignupSettings {
  readonly fields: readonly FormField[];
  readonly tags: readonly string[];
  readonly eu_consent?: string | undefined;
  readonly privacy_url?: string | undefined;
  readonly decline_text?: string | undefined;
  readonly popup_trigger: 'time' | 'exit_intent' | 'scroll_depth';
  readonly scroll_depth: number;
  readonly redirect_url?: string | undefined;
  readonly confirmation_code?: string | undefined;
  readonly appearance: FormAppearance;
  readonly texts: FormTexts;
}

/** The settings that the interface shows. */
type FormSettings = Omit<Form, keyof typeof NO_SETTINGS>;

export interface SignupFormData extends FormSettings {
  readonly signup: SignupSettings;
}

const formDefaults = {
  headline: '',
  description: '',
  button_text: 'Sign up',
  confirmation_heading: 'Thank you for signing up',
  confirmation_text: '',
  send_ga_event: false,
  seconds_before_popup: 10,
  days_between_popup: 7,
  days_between_popup_after_close: 30,
  orientation: 'embedded',
  opacity: 1,
  show_labels: true,
  primary_color: '#333333',
  secondary_color: '#ffffff',
  hide_on_mobile: false,
  is_embeddable: true,
};

/** The values of a new form, or of one that is stored. */
type FormValues = Values<typeof signupMembers> & {
  readonly [Name in keyof FormSettings]?: ReadonlyValues<FormSettings[Name]> | undefined;
};

// Unspecified: U-51
export function formData(form: FormValues): SignupFormData {
  const {
    fields,
    tags = [],
    eu_consent,
    privacy_url,
    decline_text,
    popup_trigger = 'time',
    scroll_depth = 50,
    redirect_url,
    confirmation_code,
    appearance = {},
    texts = {},
    whitelist = [],
    blacklist = [],
    ...values
  } = form;
  const data = {
    ...withDefaults(values, formDefaults),
    whitelist: [...whitelist],
    blacklist: [...blacklist],
  };
  return withDefaults(
    {
      ...data,
      signup: {
        fields: fieldsOf(fields),
        tags,
        eu_consent,
        privacy_url,
        decline_text,
        popup_trigger,
        scroll_depth,
        redirect_url,
        confirmation_code,
        appearance: withDefaults(appearance, appearanceDefaults),
        texts: withDefaults(texts, textDefaults),
      },
    },
    {
      is_widget_enabled: data.orientation !== 'embedded',
      is_whitelist_enabled: data.whitelist.length > 0,
      is_blacklist_enabled: data.blacklist.length > 0,
    },
  );
}

type FieldValues = Values<typeof fieldMembers>;

/** The fields of a form, which always include `email`. */
// Unspecified: U-77
function fieldsOf(fields: readonly FieldValues[] = []): FormField[] {
  const all = fields.some(({ name }) => name === 'email') ? fields : [{ name: 'email' }, ...fields];
  return all.map(fieldData);
}

const fieldData = ({ name, label, type, required, options, value }: FieldValues): FormField => ({
  name,
  label: label ?? labelFor(name),
  type: type ?? (name === 'email' ? 'email' : name === 'phone' || name === 'sms_number' ? 'tel' : 'text'),
  required: name === 'email' || (required ?? false),
  options,
  value,
});

/** Turns a name into a label, as in `First name` and `Address 1`. */
const labelFor = (name: string) =>
  name.charAt(0).toUpperCase() +
  name
    .slice(1)
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])(?=\d)/, ' ');
