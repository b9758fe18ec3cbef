import { readFile } from 'node:fs/promises';
import type { ValidationIssue } from '@trickle/sdk/contract';
import { type Html, html, raw } from '../../../shared/values/html.ts';
import type { FormField } from '../../../store/records/forms.ts';
import type { RecordRow } from '../../../store/tables/records.ts';
import { pageResponse } from '../../pages/page.ts';
import { readableColors } from './look.ts';
import { COMPLETIONS } from './prepare.ts';
import { trapInput } from './submission.ts';

/** A form for visitors without scripts. */
export interface FormPageParts {
  readonly form: RecordRow<'forms'>;
  readonly accountId: string;
  /** Previously entered values. */
  readonly values?: Readonly<Record<string, string>>;
  readonly issues?: readonly ValidationIssue[];
}

const stylesheet = new URL('./page.css', import.meta.url);

/** Renders the form with previous values and issues. `root`: the relative URL of the server's root. */
export async function formPage(parts: FormPageParts, root: string): Promise<Response> {
  const { form, accountId, issues = [] } = parts;
  const { headline, description, button_text, signup } = form.data;
  const names = new Set([...signup.fields.map(({ name }) => name), 'eu_consent']);
  const others = issues.filter(({ attribute }) => !names.has(attribute));
  const consent = signup.eu_consent;
  const heading = headline || button_text;
  return document(
    parts,
    html`<form method="post" action="${root}forms/${encodeURIComponent(form.id)}/submissions" novalidate>
${description ? html`<p class="text">${description}</p>` : ''}
${others.length ? html`<p class="error whole" role="alert">${others.map(({ attribute, message }) => `${attribute}: ${message} `)}</p>` : ''}
${signup.fields.map((field) => fieldOf(field, parts))}
${consent === undefined ? policyLink(parts) : consentBox(consent, parts)}
<input type="hidden" name="account_id" value="${accountId}">
${trapInput}
<button>${button_text}</button>
</form>`,
    heading,
    // Screen readers announce the title first.
    issues.length ? `${signup.texts.invalid} – ${heading}` : heading,
  );
}

/** The confirmation page after a submission. */
export function confirmationPage(parts: FormPageParts): Promise<Response> {
  const { confirmation_heading, confirmation_text, signup } = parts.form.data;
  const code = signup.confirmation_code;
  return document(
    parts,
    html`<p class="text">${confirmation_text}</p>${code ? html`<p><code class="code">${code}</code></p>` : ''}`,
    confirmation_heading,
  );
}

async function document(
  { form, issues = [] }: FormPageParts,
  content: Html,
  heading: string,
  title = heading,
): Promise<Response> {
  const { data } = form;
  const { appearance, redirect_url } = data.signup;
  const { back, text, border } = readableColors({ ...data, ...appearance }).light;
  const look = `:root { --brand: ${back}; --on-brand: ${text}; --brand-line: ${border}; }
body { font-family: ${appearance.font_family}; }
input, select, textarea, button { border-radius: ${appearance.corner_radius}px; }`;
  const image = appearance.image_url;
  const policy = {
    // Browsers also apply `form-action` to redirects after a submission.
    'form-action': redirect_url === undefined ? "'self'" : "'self' http: https:",
    ...(image !== undefined && { 'img-src': `data: ${new URL(image).origin}` }),
    // Other sites may embed the form in a frame.
    'frame-ancestors': '*',
  };
  return pageResponse(
    {
      title,
      body: html`<main class="form">${image === undefined ? '' : html`<img src="${image}" alt="">`}<h1>${heading}</h1>
${content}</main>`,
      styles: `${await readFile(stylesheet, 'utf8')}\n${look}`,
      policy,
    },
    {
      status: issues.length > 0 ? 422 : 200,
      // Send the origin with submissions.
      headers: { 'referrer-policy': 'strict-origin-when-cross-origin' },
    },
  );
}

function fieldOf(field: FormField, parts: FormPageParts): Html {
  const { values = {}, issues = [] } = parts;
  const { name, label, type } = field;
  const value = Object.hasOwn(values, name) ? (values[name] ?? '') : undefined;
  if (type === 'hidden')
    return html`<input type="hidden" name="fields[${name}]" value="${field.value ?? ''}">`;
  const issue = issues.find(({ attribute }) => attribute === name);
  const marks = raw(
    html` id="${name}" name="fields[${name}]"`.html +
      (field.required ? ' required' : '') +
      (issue ? html` aria-invalid="true" aria-describedby="${name}-error"`.html : '') +
      (issue && issue === issues[0] ? ' autofocus' : ''),
  );
  const message = issue ? html`<p class="error" id="${name}-error">${issue.message}</p>` : '';
  if (type === 'checkbox') {
    const checkedValue = field.value ?? 'true';
    return html`<label class="box"><input type="checkbox"${marks} value="${checkedValue}"${raw(value === checkedValue ? ' checked' : '')}>
<span>${label}</span></label>${message}`;
  }
  const { choose } = parts.form.data.signup.texts;
  return html`<label for="${name}">${label}</label>${control(field, marks, choose, value)}${message}`;
}

function control(
  { name, type, options = [], value: initial = '' }: FormField,
  marks: Html,
  choose: string,
  prefilled?: string,
): Html {
  const value = prefilled ?? initial;
  if (type === 'textarea') return html`<textarea rows="3"${marks}>${value}</textarea>`;
  if (type === 'select') {
    const choices = options.map(
      (option) => html`<option${raw(option === value ? ' selected' : '')}>${option}</option>`,
    );
    return html`<select${marks}><option value="">${choose}</option>${choices}</select>`;
  }
  const complete = COMPLETIONS[name];
  return html`<input type="${type}"${marks} value="${value}"${complete ? html` autocomplete="${complete}"` : ''}>`;
}

// If the box is checked, its value replaces that of the hidden input before it.
const consentBox = (words: string, parts: FormPageParts): Html => html`
<input type="hidden" name="fields[eu_consent]" value="denied">
<input type="hidden" name="fields[eu_consent_message]" value="${words}">
<label class="box"><input type="checkbox" name="fields[eu_consent]" value="granted"${raw(parts.values?.eu_consent === 'granted' ? ' checked' : '')}>
<span>${words} ${policyLink(parts)}</span></label>`;

const policyLink = ({ form }: FormPageParts): Html | string => {
  const { privacy_url: url, texts } = form.data.signup;
  return url === undefined ? '' : html`<a href="${url}" target="_blank" rel="noopener">${texts.privacy}</a>`;
};
