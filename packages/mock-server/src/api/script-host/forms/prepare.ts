import { wildcardSources } from '../../../shared/values/wildcard.ts';
import type { FormField, SignupFormData } from '../../../store/records/forms.ts';
import type { RecordRow } from '../../../store/tables/records.ts';
import { formsScript } from '../assets.ts';
import { lookOf } from './look.ts';

/** Markup for the page script: text, or tag, attributes and children of an element. */
export type Markup = string | readonly [string, Attributes, ...Markup[]];
type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** The inputs of a form with their labels, named as in embedded forms. */
function inputsOf({ show_labels, signup }: SignupFormData): Markup[] {
  const { fields, eu_consent: words, privacy_url: href, texts } = signup;
  // Opens beside the page: the visitor has not sent the form yet.
  const policy: Markup[] = href ? [['a', { href, target: '_blank', rel: 'noopener' }, texts.privacy]] : [];
  const isAllRequired = fields.every(({ required, type }) => required || type === 'hidden');
  const inputs = fields.map((field): Markup => {
    const { name, value, type, required } = field;
    if (type === 'hidden') return hidden(name, value);
    const label = required && !isAllRequired ? `${field.label} *` : field.label;
    if (type === 'checkbox') return box(name, [label], value ?? 'true', required);
    // Date inputs cannot show a placeholder.
    const hasLabel = show_labels || type === 'date';
    const control = controlOf(field, hasLabel ? undefined : label, texts.choose);
    return hasLabel ? ['div', {}, ['label', { for: name }, label], control] : ['div', {}, control];
  });
  if (words === undefined) return [...inputs, ...policy.map((link): Markup => ['p', { class: 'l' }, link])];
  // If the box is checked, its value replaces that of the hidden input before it.
  const consent = [hidden('eu_consent', 'denied'), hidden('eu_consent_message', words)];
  return [...inputs, ...consent, box('eu_consent', [`${words} `, ...policy], 'granted', false)];
}

const hidden = (name: string, value: string | undefined): Markup => [
  'input',
  { type: 'hidden', name: `fields[${name}]`, value },
];

const box = (name: string, label: readonly Markup[], value: string, required: boolean): Markup => [
  'label',
  { class: 'k' },
  ['input', { type: 'checkbox', name: `fields[${name}]`, value, required }],
  ['span', {}, ...label],
];

/** Creates an input. A hidden label becomes its placeholder. */
function controlOf(
  { name, type, required, options = [], value = '' }: FormField,
  label: string | undefined,
  choose: string,
): Markup {
  const attributes = {
    id: name,
    name: `fields[${name}]`,
    required,
    autocomplete: COMPLETIONS[name],
    'aria-label': label,
  };
  if (type === 'select') {
    const choices = options.map(
      (option): Markup => ['option', { value: option, selected: option === value }, option],
    );
    // Unspecified: U-187
    return ['select', attributes, ['option', { value: '' }, label ?? choose], ...choices];
  }
  const withHint = { ...attributes, placeholder: label };
  return type === 'textarea'
    ? ['textarea', { ...withHint, rows: '3' }, value]
    : ['input', { ...withHint, type, value }];
}

/** Autocomplete tokens by field name. */
export const COMPLETIONS: Readonly<Record<string, string | undefined>> = {
  email: 'email',
  first_name: 'given-name',
  last_name: 'family-name',
  phone: 'tel',
  sms_number: 'tel',
  address1: 'address-line1',
  address2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  zip: 'postal-code',
  country: 'country-name',
};

/** Prepares a form for the page script: everything that does not depend on the page. */
// Unspecified: U-82
export function prepareForm({ id, data }: RecordRow<'forms'>) {
  const { popup_trigger, scroll_depth, redirect_url, texts } = data.signup;
  const { sending, delayed, failed, copied } = texts;
  const label = data.headline || data.button_text;
  return {
    id,
    headline: data.headline,
    label,
    send_ga_event: data.send_ga_event,
    popup_after: data.seconds_before_popup,
    // Unspecified: U-339
    popup_at: { time: 0, scroll_depth, exit_intent: ABOUT_TO_LEAVE }[popup_trigger],
    popup_every: data.days_between_popup,
    popup_rest: data.days_between_popup_after_close,
    orientation: data.orientation.replaceAll('_', ' '),
    ...lookOf(data),
    paths: pathsOf(data),
    hide_on_mobile: data.hide_on_mobile,
    ...markupOf(data, label),
    redirect_url,
    texts: { sending, delayed, failed, copied },
  };
}

/** More than all of the page. */
const ABOUT_TO_LEAVE = 101;

function markupOf(
  data: SignupFormData,
  label: string,
): { tab: Markup; head: Markup[]; form: Markup[]; confirmation: Markup[] } {
  const { headline, description, button_text, confirmation_heading, confirmation_text, signup } = data;
  const { appearance, confirmation_code, decline_text = '', texts } = signup;
  const isBar = data.orientation.endsWith('_bar');
  return {
    tab: isBar
      ? ['i', {}]
      : ['button', { class: 't', type: 'button', 'aria-haspopup': 'dialog', hidden: true }, label],
    head: [
      ['button', { class: 'x', type: 'button', 'aria-label': texts.close }, '×'],
      ...(appearance.image_url ? [['img', { src: appearance.image_url, alt: '' }] as const] : []),
      ...optional('h2', headline),
    ],
    form: [
      ...optional('p', description),
      ...inputsOf(data),
      ['button', { class: 's' }, button_text],
      ...optional('button', decline_text, { class: 'n', type: 'button' }),
    ],
    confirmation: [
      ...optional('strong', confirmation_heading),
      ...optional('p', confirmation_text),
      ...(confirmation_code ? [codeOf(confirmation_code, texts.copy)] : []),
    ],
  };
}

/** A code with a button that copies it. */
const codeOf = (code: string, copy: string): Markup => [
  'div',
  { class: 'q' },
  ['code', {}, code],
  ['button', { class: 's', type: 'button' }, copy],
];

const optional = (name: string, text: string, attributes = {}): Markup[] =>
  text ? [[name, attributes, text]] : [];

const NEVER = '(?!)';

/** A regular expression of the paths on which a form is shown. */
// Unspecified: U-82
function pathsOf(data: SignupFormData): string {
  if (!data.is_widget_enabled || data.orientation === 'embedded') return NEVER;
  const sourceOf = wildcardSources();
  const hidden = data.is_blacklist_enabled ? `(?!${expressionOf(data.blacklist, sourceOf)})` : '';
  const whitelist = data.is_whitelist_enabled ? expressionOf(data.whitelist, sourceOf) : '';
  return `^${hidden}${whitelist}`;
}

/** `*` matches anything; trailing slashes are ignored. */
function expressionOf(paths: readonly string[], sourceOf: (path: string) => string): string {
  if (!paths.length) return NEVER;
  const alternatives = paths.map((path) => sourceOf(withoutSlashes(path).replace(/^\/*/, '/')));
  return `(?:${alternatives.join('|')})/*$`;
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** The JavaScript module that draws forms, with their definitions. */
export async function formsModule(forms: readonly RecordRow<'forms'>[]): Promise<string> {
  // JSON is valid JavaScript.
  return `export const forms=${JSON.stringify(forms.map(prepareForm))};\n${await formsScript()}`;
}
