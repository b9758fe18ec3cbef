import { WEBHOOK_EVENTS, type WebhookEvent } from '@trickle/sdk/contract';
import type {
  BroadcastData,
  CampaignData,
  FormField,
  GoalData,
  Signup,
  SignupFormData,
  WebhookData,
} from './record-data.ts';

/*
 * The defaults of new records. The interface documents only those of webhooks.
 */

/** Data whose members can be omitted or undefined. */
type Given<Data> = { readonly [Name in keyof Data]?: Data[Name] | undefined };

// Unspecified: U-51
export const campaignData = (
  createdAt: string,
  given: Omit<Given<CampaignData>, 'updated_at'>,
): CampaignData => ({
  ...given,
  minutes_from_midnight: given.minutes_from_midnight ?? 480,
  localize_sending_time: given.localize_sending_time ?? false,
  days_of_the_week_mask: given.days_of_the_week_mask ?? '1111111',
  start_immediately: given.start_immediately ?? true,
  double_optin: given.double_optin ?? false,
  confirmation_url: given.confirmation_url ?? null,
  bcc: given.bcc ?? null,
  updated_at: createdAt,
  emails: given.emails ?? [],
});

// Unspecified: U-51
export const broadcastData = (given: Given<BroadcastData>): BroadcastData => ({
  ...given,
  bcc: given.bcc ?? null,
  localize_sending_time: given.localize_sending_time ?? false,
  subject: given.subject ?? '',
  html_body: given.html_body ?? '',
  text_body: given.text_body ?? '',
});

/** A form field as given: only the name is required. */
type GivenField = Given<FormField> & Pick<FormField, 'name'>;

/** A form as given. */
type GivenForm = Given<Omit<SignupFormData, 'signup'>> &
  Given<Omit<Signup, 'fields' | 'texts'>> & {
    readonly fields?: readonly GivenField[] | undefined;
    readonly texts?: Given<Signup['texts']> | undefined;
  };

// Unspecified: U-51
export const formData = (given: GivenForm): SignupFormData => ({
  headline: given.headline ?? '',
  description: given.description ?? '',
  button_text: given.button_text ?? 'Sign up',
  confirmation_heading: given.confirmation_heading ?? 'Thank you for signing up',
  confirmation_text: given.confirmation_text ?? '',
  send_ga_event: given.send_ga_event ?? false,
  seconds_before_popup: given.seconds_before_popup ?? 10,
  days_between_popup: given.days_between_popup ?? 7,
  days_between_popup_after_close: given.days_between_popup_after_close ?? 30,
  orientation: given.orientation ?? 'embedded',
  opacity: given.opacity ?? 1,
  show_labels: given.show_labels ?? true,
  primary_color: given.primary_color ?? '#333333',
  secondary_color: given.secondary_color ?? '#ffffff',
  is_widget_enabled: given.is_widget_enabled ?? (given.orientation ?? 'embedded') !== 'embedded',
  whitelist: given.whitelist ?? [],
  blacklist: given.blacklist ?? [],
  is_whitelist_enabled: given.is_whitelist_enabled ?? (given.whitelist ?? []).length > 0,
  is_blacklist_enabled: given.is_blacklist_enabled ?? (given.blacklist ?? []).length > 0,
  hide_on_mobile: given.hide_on_mobile ?? false,
  is_embeddable: given.is_embeddable ?? true,
  signup: signupData(given),
});

// Unspecified: U-77
function signupData({ fields = [], tags = [], eu_consent, redirect_url, texts }: GivenForm): Signup {
  const email: GivenField = { name: 'email' };
  const all = fields.some(({ name }) => name === 'email') ? fields : [email, ...fields];
  return {
    fields: all.map(fieldData),
    tags,
    eu_consent,
    redirect_url,
    texts: {
      close: texts?.close ?? 'Close',
      choose: texts?.choose ?? 'Choose…',
      sending: texts?.sending ?? 'Sending…',
      delayed:
        texts?.delayed ??
        'This is taking longer than usual. Your entries are saved and will be sent when the network is back.',
      failed: texts?.failed ?? 'This could not be sent. Please try again.',
      required: texts?.required ?? 'Please fill this in.',
      email_error: texts?.email_error ?? 'Please enter an email address, such as ann@example.com.',
      invalid: texts?.invalid ?? 'Please correct this.',
    },
  };
}

const fieldData = ({ name, label, type, required, options, value }: GivenField): FormField => ({
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

// Unspecified: U-51
export const goalData = (given: Given<GoalData>): GoalData => ({
  ...given,
  default_value: given.default_value ?? 0,
  counting_method: given.counting_method ?? 'all',
});

/** A new webhook gets all events except `subscriber.received_email`, which has its own switch. */
// Unspecified: U-18
// Unspecified: U-58
export function webhookData({
  post_url,
  include_received_email = false,
  events = [],
}: Given<WebhookData> & { readonly post_url: string }): WebhookData {
  const optional = 'subscriber.received_email';
  const named = events.length > 0 ? events : WEBHOOK_EVENTS.filter((event) => event !== optional);
  const all = new Set<WebhookEvent>(include_received_email ? [...named, optional] : named);
  return { post_url, version: '2', include_received_email, events: [...all] } as const;
}
