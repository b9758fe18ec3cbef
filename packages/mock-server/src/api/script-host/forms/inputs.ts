import type { FormField, SignupFormData } from '../../../store/records/forms.ts';
import { COMPLETIONS } from './completions.ts';

/** Markup for the page script: text, or tag, attributes and children of an element. */
export type Markup = string | readonly [string, Attributes, ...Markup[]];
type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** The inputs of a form with their labels, named as in embedded forms. */
export function inputsOf({ show_labels, signup }: SignupFormData): Markup[] {
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
