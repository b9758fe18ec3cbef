import { html } from '../../../shared/values/html.ts';

/** The name of an input that only programs fill in. It means nothing, so that browsers and password managers leave it empty. */
export const TRAP = 'q7x';

/** The tag of subscribers whose submission had a value in the trap. */
export const SUSPICIOUS = 'suspicious';

/** The hidden input, marked as in `FORMS.md` for browsers and password managers to ignore. */
export const trapInput = html`<div hidden><input name="${TRAP}" tabindex="-1" autocomplete="off" data-1p-ignore data-bwignore data-lpignore="true" data-form-type="other"></div>`;
