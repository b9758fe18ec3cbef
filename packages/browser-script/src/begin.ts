import type { FormDefinition } from './forms/definition.ts';
import type { Forms } from './forms/main.ts';
import type { FormsPort, SubmissionResult } from './forms/port.ts';
import { guarded, warn } from './guard.ts';
import { timeZone } from './page.ts';
import type { Result } from './result.ts';
import type { Begin, Site } from './site.ts';
import { takeTag } from './tag.ts';
import { watchVisits } from './visits.ts';

/** The second part of the page script, as `{host}/client/{account}/forms.js` gives it. */
interface FormsModule {
  forms: FormDefinition[];
  startForms(port: FormsPort): Forms;
}

/** Tells of visits and loads the forms, as far as the account wants that. */
export const begin: Begin = (site) => {
  const { url, config, send } = site;
  const { visits } = config ?? {};
  let forms: Forms | undefined;
  watchVisits(() => {
    const { href } = location;
    if (takeTag() || (visits !== undefined && new RegExp(visits, 'i').test(href))) send('visit', {});
    forms?.update();
  });
  if (!config?.forms) return;
  const started = import(/* webpackIgnore: true */ /* @vite-ignore */ `${url}forms.js`).then(
    (chunk: FormsModule) => {
      forms = startForms(site, chunk);
      return forms;
    },
  );
  started.catch(warn);
  return started;
};

const startForms = ({ settings, visitor, send }: Site, chunk: FormsModule): Forms =>
  chunk.startForms({
    account: settings.account,
    forms: chunk.forms,
    nonce: settings.nonce ?? '',
    visitor: () => visitor.uuid,
    timeZone,
    submit(content, given) {
      // What the server says is wrong is put on the page as text, whatever it is.
      const done = ({ error, errors }: Result) =>
        given({ success: error === undefined, errors: errors as SubmissionResult['errors'] });
      send('submitForm', content, done);
    },
    guarded,
    warn,
  });
