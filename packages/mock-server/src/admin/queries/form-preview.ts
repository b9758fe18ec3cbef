import { inlineScript, pageResponse, sourceOf } from '../../api/pages/page.ts';
import { formsModule } from '../../api/script-host/forms/prepare.ts';
import { changedForm } from '../../seed/change-record.ts';
import type { FormChange } from '../../seed/changes.ts';
import { html, scriptValue } from '../../shared/values/html.ts';
import { formData } from '../../store/records/forms.ts';
import type { RecordRow } from '../../store/tables/records.ts';

/** The page of a form that is not stored. */
export function draftPreview(account: string, settings: FormChange): Promise<Response> {
  const data = changedForm(formData({}), settings);
  const row = { id: 'draft', parentId: null, status: 'active', createdAt: '', sendAt: null } as const;
  return formPage({ form: { ...row, name: data.headline, data }, account });
}

interface FormView {
  readonly form: RecordRow<'forms'>;
  readonly account: string;
  /** Default: the form's own. */
  readonly orientation?: string | undefined;
}

/** A form on an empty page, as the page script draws it in an orientation. Submitting it changes nothing. */
export async function formPage({
  form,
  account,
  orientation: shown = form.data.orientation,
}: FormView): Promise<Response> {
  const formId = form.id;
  // A part of the page, since a request for it would be recorded among those of the app.
  const module = await formsModule([{ ...form, data: { ...form.data, orientation: shown } }]);
  // An embedded form opens by itself. A command would open it as a lightbox while the frame is hidden.
  const start = shown === 'embedded' ? '' : ".run('showForm', { id })";
  const code = `const id = ${scriptValue(formId)};
const account = ${scriptValue(account)};
const code = new Blob([${scriptValue(module)}], { type: 'text/javascript' });
import(URL.createObjectURL(code)).then(({ forms: [form], startForms }) => {
  const definition = {
    ...form,
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
    isOpen: () => true,
    send: (command, content, done) => done({}),
    guarded: (run) => (...given) => void run(...given),
  })${start};
}).finally(() => parent.postMessage('drawn', '*'));`;
  return pageResponse({
    title: `Preview of the form ${form.name}`,
    layout: 'wide',
    styles: 'main { max-width: 32rem; margin: 2rem auto; padding: 0 1rem; }',
    scripts: [code],
    body: html`<main>${shown !== 'embedded' ? undefined : html`<div data-drip-embedded-form="${formId}"></div>`}</main>
${inlineScript(code)}`,
    policy: {
      'script-src': `${sourceOf(code)} blob:`,
      'frame-ancestors': "'self'",
      'img-src': 'data: http: https:',
    },
  });
}
