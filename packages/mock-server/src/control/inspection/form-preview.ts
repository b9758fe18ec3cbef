import { requireRecord } from '../../domain/lookup/find-record.ts';
import { inlineScript, pageResponse, sourceOf } from '../../pages/page.ts';
import { scriptValue } from '../../pages/script-text.ts';
import { html } from '../../values/html.ts';
import type { Inspector } from './inspector.ts';

/** A form on an empty page, as the page script draws it in an orientation. Submitting it changes nothing. */
export async function formPreview(
  inspector: Inspector,
  accountId: string | undefined,
  { formId, orientation }: { readonly formId: string; readonly orientation: string | undefined },
): Promise<Response> {
  const { form, account } = await inspector.read(accountId, async (context) => ({
    form: await requireRecord(context, 'forms', formId),
    account: context.accountId,
  }));
  const shown = orientation ?? form.data.orientation;
  const code = `const id = ${scriptValue(formId)};
const account = ${scriptValue(account)};
import('/client/' + encodeURIComponent(account) + '/forms.js').then(({ forms, startForms }) => {
  const form = forms.find((form) => form.id === id);
  const definition = {
    ...form,
    orientation: ${scriptValue(shown.replaceAll('_', ' '))},
    paths: '(?!)',
    hide_on_mobile: false,
    send_ga_event: false,
    redirect_url: undefined,
  };
  startForms({
    account,
    forms: [definition],
    visitor: () => '0'.repeat(32),
    timeZone: () => '',
    send: (command, content, done) => done({}),
    guarded: (run) => (...given) => void run(...given),
  }).run('showForm', { id });
}).finally(() => parent.postMessage('drawn', '*'));`;
  return pageResponse({
    title: `Preview of the form ${form.name}`,
    layout: 'wide',
    styles: 'main { max-width: 32rem; margin: 2rem auto; padding: 0 1rem; }',
    scripts: [code],
    body: html`<main>${shown !== 'embedded' ? undefined : html`<div data-drip-embedded-form="${formId}"></div>`}</main>
${inlineScript(code)}`,
    policy: { 'script-src': `${sourceOf(code)} 'self'`, 'frame-ancestors': "'self'" },
  });
}
