import type { FormDefinition } from './forms/definition.ts';
import type { Forms } from './forms/main.ts';
import type { FormsPort } from './forms/port.ts';
import { guarded, warn } from './guard.ts';
import { send } from './send.ts';
import { isOpen, site } from './site.ts';
import { timeZone } from './time-zone.ts';
import { visitorUuid } from './visitor.ts';
import { watchVisits } from './visits.ts';
import { pageLoaded } from './wait.ts';

/** Does what is to be done on every page, and gives its forms, if there are some. */
export type LoadFeatures = () => Promise<Forms | undefined> | undefined;

/** The second part of the page script, as `{host}/client/{account}/forms.js` gives it. */
interface FormsModule {
  forms: FormDefinition[];
  startForms(port: FormsPort): Forms;
}

/** Tells of visits and loads the forms, as far as the account wants that. */
// Unspecified: U-182
export const loadFeatures: LoadFeatures = guarded(async () => {
  let forms: Forms | undefined;
  watchVisits(() => forms?.update());
  if (!site.forms) return undefined;
  // Firefox holds up the page's `load` for a module, and for ever for one that hangs.
  await pageLoaded();
  const chunk: FormsModule = await import(/* webpackIgnore: true */ /* @vite-ignore */ `${site.url}forms.js`);
  // Forms read storage.
  if (!isOpen()) return undefined;
  const port = { ...site, ...chunk, visitor: visitorUuid, timeZone, send, guarded, warn };
  // What the server says is wrong is put on the page as text, whatever it is.
  forms = chunk.startForms(port as FormsPort);
  return forms;
});
