import type { FormDefinition } from './definition.ts';
import { element } from './element.ts';
import { adopt } from './styles.ts';

/** The parts of a form that was made here. */
export interface Parts {
  /** Stands on the page. */
  host: HTMLElement;
  /** Whether a tab at the edge of the page opens it. */
  isTab: boolean;
  /** Whether the panel is a `dialog` of the browser. */
  isModal: boolean;
  panel: HTMLElement & Partial<HTMLDialogElement>;
  form: HTMLFormElement;
  /** Opens the panel. */
  tab: HTMLElement;
  closer: HTMLElement;
}

/** Makes a form in a shadow root, so that neither side's styles reach the other, and puts it into its place. */
export function render(
  definition: FormDefinition,
  place: Element | undefined,
  nonce: string | undefined,
): Parts {
  const { headline, description, button_text, texts, styles, inputs } = definition;
  const orientation = place ? 'embedded' : definition.orientation;
  const label = headline || button_text;
  const isTab = /_tab$/.test(orientation);
  const isModal = !place && !isTab && 'HTMLDialogElement' in window;
  // The browser's own messages are shown beside the fields, not by the browser.
  const form = element('form', { novalidate: true }, description && ['p', {}, description], ...inputs, [
    'button',
    { class: 's' },
    button_text,
  ]);
  const closer = element('button', { class: 'x', type: 'button', 'aria-label': texts.close }, '×');
  const panel = element(
    isModal ? 'dialog' : 'div',
    {
      class: 'p',
      tabindex: '-1',
      'aria-label': label,
      role: place ? 'group' : 'dialog',
      hidden: !isModal && !place,
    },
    element('div', { class: 'h' }, ['h2', {}, headline], !place && closer),
    form,
  );
  const tab = element(
    'button',
    { class: 't', type: 'button', 'aria-haspopup': 'dialog', hidden: true },
    label,
  );
  const wrapper = element(
    'section',
    { class: `w ${orientation.replace(/_/g, ' ')}`, 'aria-label': label },
    tab,
    panel,
  );
  wrapper.style.cssText = styles;
  // A tag of its own, which no style of the page names.
  const host = element('trickle-form', { class: !place && 'trickle-floating' });
  const root = host.attachShadow({ mode: 'open' });
  adopt(root, nonce);
  root.append(wrapper);
  (place ?? document.body).append(host);
  return { host, isTab, isModal, panel, form, tab, closer };
}
