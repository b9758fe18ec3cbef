import { wildcardSources } from '../../../shared/values/wildcard.ts';
import { completeForm, type SignupFormData } from '../../../store/records/forms.ts';
import type { RecordRow } from '../../../store/tables/records.ts';
import { inputsOf, type Markup } from './inputs.ts';
import { lookOf } from './look.ts';

/** Prepares a form for the page script: everything that does not depend on the page. */
// Unspecified: U-82
export function prepareForm({ id, data: stored }: RecordRow<'forms'>) {
  const data = completeForm(stored);
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

/** The markup of a form. */
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

/** Removes trailing slashes. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}
