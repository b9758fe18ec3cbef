import type { FormField, SignupFormData } from '../../store/record-data.ts';
import type { RecordRow } from '../../store/records.ts';
import { readableColors } from './colors.ts';
import { COMPLETIONS } from './completions.ts';

/** Labels that are fainter than this cannot be read. */
const FAINTEST = 0.65;

/** A form as the page script takes it: all that does not depend on the page is worked out here. */
// Unspecified: U-82
export function prepareForm({ id, data }: RecordRow<'forms'>) {
  const { back, headline, text, border } = readableColors(data.primary_color, data.secondary_color);
  const { close, sending, failed } = data.signup.texts;
  return {
    id,
    headline: data.headline,
    description: data.description,
    button_text: data.button_text,
    confirmation_heading: data.confirmation_heading,
    confirmation_text: data.confirmation_text,
    send_ga_event: data.send_ga_event,
    seconds_before_popup: data.seconds_before_popup,
    days_between_popup: data.days_between_popup,
    days_between_popup_after_close: data.days_between_popup_after_close,
    orientation: data.orientation,
    opacity: Math.min(1, Math.max(FAINTEST, data.opacity)),
    show_labels: data.show_labels,
    colors: { '--p': back, '--h': headline, '--t': text, '--b': border },
    is_widget: data.is_widget_enabled && data.orientation !== 'embedded',
    shown_on: data.is_whitelist_enabled ? pathsAsExpression(data.whitelist) : undefined,
    hidden_on: data.is_blacklist_enabled ? pathsAsExpression(data.blacklist) : undefined,
    hide_on_mobile: data.hide_on_mobile,
    fields: fieldsOf(data),
    redirect_url: data.signup.redirect_url,
    texts: { close, sending, failed },
  };
}

const NEVER = '(?!)';

/** A regular expression of these paths: `*` stands for anything, a slash at the end for nothing. */
// Unspecified: U-82
export function pathsAsExpression(paths: readonly string[]): string {
  if (!paths.length) return NEVER;
  const alternatives = paths.map((path) =>
    path
      .replace(/^\/*/, '/')
      .replace(/\/+$/, '')
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*'),
  );
  return `^(?:${alternatives.join('|')})/*$`;
}

function fieldsOf({ signup: { fields, eu_consent: words } }: SignupFormData) {
  const isAllRequired = fields.every(({ required, type }) => required || type === 'hidden');
  const prepared = fields.map(({ label, value, ...field }: FormField) => ({
    ...field,
    label: field.required && !isAllRequired ? `${label} *` : label,
    value: value ?? (field.type === 'checkbox' ? 'true' : undefined),
    autocomplete: COMPLETIONS[field.name],
  }));
  if (words === undefined) return prepared;
  return [
    ...prepared,
    // The last of several inputs with one name holds, so an empty box says no.
    { name: 'eu_consent', type: 'hidden', value: 'denied', label: '' },
    { name: 'eu_consent_message', type: 'hidden', value: words, label: '' },
    { name: 'eu_consent', type: 'checkbox', value: 'granted', label: words },
  ];
}
