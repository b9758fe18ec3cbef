import type { FormDefinition } from './forms/definition.ts';
import type { Forms } from './forms/main.ts';
import type { FormsPort } from './forms/port.ts';
import { guarded, listen } from './guard.ts';
import { send } from './send.ts';
import { isOpen, site } from './site.ts';
import { timeZone } from './time-zone.ts';
import { visitorUuid } from './visitor.ts';
import { loaded } from './wait.ts';
import { watchVisits } from './watch-visits.ts';

/** Starts the features of an account. Returns its forms, if it has any. */
export type LoadFeatures = () => Promise<Forms | undefined> | undefined;

/** The module `{host}/client/{account}/forms.js`. */
interface FormsModule {
  forms: FormDefinition[];
  startForms(port: FormsPort): Forms | undefined;
}

/** Watches visits and loads the forms, if the account uses them. */
// Unspecified: U-182
export const loadFeatures: LoadFeatures = async () => {
  let forms: Forms | undefined;
  watchVisits(() => forms?.update());
  if (site.forms) {
    /** The form of the last opener that was pressed before the forms could listen. */
    let pressed: string | undefined;
    listen('click', (event) => {
      if (event.defaultPrevented) return;
      // The document and the window have no `dataset`.
      for (const { dataset } of event.composedPath() as Partial<HTMLElement>[])
        pressed = dataset?.dripShowForm ?? pressed;
    });
    // Firefox delays the page's `load` event until a module has arrived, even if it never arrives.
    await loaded;
    const chunk: FormsModule = await import(
      /* webpackIgnore: true */ /* @vite-ignore */ `${site.url}forms.js`
    );
    forms = chunk.startForms({
      ...site,
      ...chunk,
      visitor: visitorUuid,
      timeZone,
      guarded,
      isOpen,
      send: send as FormsPort['send'], // forms convert the server's errors to text, whatever their type
    });
    forms?.run('showForm', { id: pressed });
  }
  return forms;
};
