import { element, setHidden } from './element.ts';
import { findFocused, genuine, page } from './genuine.ts';
import type { Settings } from './settings.ts';
import { snooze } from './snooze.ts';
import { applyStyles } from './styles.ts';
import { createSubmitter } from './submitter.ts';
import { HOST, setSlot } from './tabs.ts';

/** Selects visible inputs; the first one gets the focus. */
export const FIRST_INPUT = 'input:not([type=hidden]),select,textarea';

/** The most times that a form returns after the page has removed it, until the page's next navigation or command. */
const RETURNS = 5;

/** A `dialog`, or in browsers without it another element that behaves much the same. */
type Panel = HTMLElement & Partial<HTMLDialogElement>;

/** A form that the script has created. */
export interface Widget {
  /** Adds the form to its place or to the document. */
  attach(): void;
  /** Takes the form out of its place, which shows the page's own content again. */
  detach(): void;
  /**
   * Opens the form; `isAsked` if the visitor or the page wants it, not if it opens by itself. Returns the focused
   * element of the form: none if the page does not let it have the focus.
   */
  open(isAsked: boolean): Element | null;
  /** Closes the form. Removes it if it was submitted. */
  close(): void;
  /** Sets whether the closed form shows its tab. */
  setTab(hasTab: boolean): void;
  /**
   * Puts the form back, as it was, if the page has removed it, a few times or whenever it `isAsked`; not after
   * submitting and closing. Returns whether it is on the page.
   */
  restore(isAsked?: boolean): boolean;
}

/** The shadow roots of places. A place keeps its root for good, and frameworks use places again. */
const roots = new WeakMap<Element, ShadowRoot>();

/**
 * Attaches a shadow root to a place, whose children stay, because a framework may own them. A place that cannot
 * have one gets a child that can, and so does a custom element, whose class may attach a root later.
 */
function openRoot(place: Element): ShadowRoot {
  let root = roots.get(place);
  for (let host = place; !root; host = element(HOST, {})) {
    try {
      if (host.localName === HOST || !/-/.test(host.localName + host.getAttribute('is')))
        root = genuine(host).attachShadow({ mode: 'open' });
    } catch {}
  }
  roots.set(place, root);
  return root;
}

/** Creates a form. With a place on the page it is open in that place; without one it floats and is closed. */
// Unspecified: U-251, U-252
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: splitting it makes the script larger than the size test allows
export function createWidget(settings: Settings, place?: Element): Widget {
  const { definition, port } = settings;
  const { guarded } = port;
  const { label, orientation } = definition;
  /** Whether the page stays usable beside the open form. */
  const isFlat = !place && /tab|bar/.test(orientation);
  // `novalidate`: the script shows the browser's validation messages beside the fields.
  const ownForm = element('form', { novalidate: true }, ...definition.form);
  const form = genuine(ownForm);
  const panel: Panel = element(
    place ? 'div' : 'dialog',
    {
      class: 'p',
      tabindex: '-1',
      'aria-label': label,
      role: place ? 'group' : 'dialog',
      hidden: !place,
    },
    ...definition.head,
    ownForm,
  );
  const wrapper = element(
    'section',
    { class: !place && `f ${orientation}`, 'aria-label': label },
    definition.tab,
    panel,
  );
  wrapper.style.cssText = definition.styles;
  // The server puts this element first. For forms without a tab, it is none that can be seen or focused.
  const tab = wrapper.firstChild as HTMLElement;
  // The shadow root separates the styles of the page and the form.
  const root = openRoot(
    // A floating form is outside the body, which may be absent, so it does not inherit the body's direction.
    place ?? element(HOST, { dir: getComputedStyle(page.body ?? page.documentElement).direction }),
  );
  const host = root.host as HTMLElement; // attached to one above
  let isOpen = !!place;
  let isModal = false;
  let hasTab = false;
  let returns = RETURNS;
  /** The element that had the focus before. */
  let before: HTMLElement | null;
  /** The element where the latest press on the form began. */
  let pressed: unknown;

  const setTab = (value: boolean) => {
    // A submitted form shows its confirmation and has no tab.
    hasTab = value && isFlat && !form.hidden;
    tab.hidden = !hasTab || isOpen;
    setSlot(wrapper, hasTab);
  };
  const show = (asModal: boolean) => {
    isModal = asModal && !!panel.showModal;
    // A dialog that was removed still has `open`, but is not modal any more.
    panel.open = !isModal;
    if (isModal) panel.showModal?.();
  };
  const coverOthers = ({ children }: Element, value: boolean) => {
    for (const child of children) if (child !== host) setHidden(child as HTMLElement, value);
  };
  const attach = () => {
    if (!wrapper.parentNode) {
      root.replaceChildren(wrapper);
      applyStyles(root, definition, port.nonce);
    }
    if (place) {
      if (host === place) return;
      if (host.parentNode !== place && returns-- > 0) place.append(host);
      coverOthers(place, true);
      return;
    }
    // Not in the body, which pages replace and transform. At the end, above other forms.
    page.documentElement.append(host);
    if (!isOpen) return;
    panel.hidden = false;
    show(!isFlat);
  };
  const detach = () => {
    root.replaceChildren(element('slot', {}));
    if (host === place) return;
    host.remove();
    if (place) coverOthers(place, false);
  };
  const focus = () => {
    // WebKit finds out what can have the focus, behind a modal dialog or in a new one, when it lays out the page.
    panel.getClientRects();
    panel.focus();
    // The head of a long floating form stays in view.
    form.querySelector<HTMLElement>(FIRST_INPUT)?.focus({ preventScroll: !place });
    return root.activeElement;
  };
  const open = (isAsked: boolean) => {
    if (!isOpen) {
      isOpen = true;
      before = findFocused();
      tab.hidden = true;
      attach();
      // A tab or bar that opens by itself must not take the focus from the page, which stays usable.
      if (!isFlat) panel.focus();
    }
    if (isAsked && !focus() && isFlat) {
      // Behind a modal dialog of the page, no element can have the focus.
      panel.open = false;
      show(true);
      focus();
    }
    return root.activeElement;
  };
  const close = () => {
    if (!isOpen) return;
    const hadFocus = panel.matches(':focus-within');
    isOpen = false;
    panel.hidden = true;
    panel.close?.();
    setTab(hasTab);
    if (hadFocus) {
      before?.focus();
      // It cannot have the focus while it is hidden.
      tab.focus();
    }
    if (form.hidden) host.remove();
  };
  const dismiss = guarded(() => {
    if (isOpen) snooze(settings, definition.popup_rest);
    close();
  });
  const submit = createSubmitter(settings, ownForm, host, place ? undefined : () => open(false));

  tab.onclick = guarded(() => open(true));
  // Closed by the browser, for example by a phone's back gesture.
  panel.onclose = () => panel.open || dismiss();
  // A press on the backdrop closes the form when it ends: any earlier, and the page beneath would get the click of a
  // touch.
  panel.onpointerdown = ({ target }) => {
    pressed = target;
  };
  panel.onclick = ({ target }) => {
    const isBackdrop = isModal && target === panel && pressed === panel;
    if (isBackdrop || (target as Element).matches('.x,.n')) dismiss();
  };
  const stop = (event: Event) => event.stopPropagation();
  panel.onkeydown = (event) => {
    const { key } = event;
    // A dialog of the page around the place needs them.
    if (place && /^(Escape|Tab)$/.test(key)) return;
    // Shortcuts of the page must not take what the visitor types.
    stop(event);
    if (key !== 'Escape') return;
    // Otherwise the browser closes a dialog of the page, too.
    event.preventDefault();
    // An input method uses Escape itself; Safari ends the composition before the event.
    if (event.isComposing || event.keyCode === 229) return;
    dismiss();
    // When the key is released, the page has the focus.
    page.addEventListener('keyup', stop, { capture: true, once: true });
  };
  const image = panel.querySelector('img');
  // The space of an image that does not load.
  if (image) image.onerror = () => image.remove();
  // A page that smooths its scrolling would scroll instead of a floating form.
  for (const type of ['keyup', 'keypress', 'wheel', 'touchmove'].slice(0, place ? 2 : 4))
    panel.addEventListener(type, stop, { passive: true });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    guarded(submit)(event.submitter);
  });
  const restore = (isAsked?: boolean) => {
    if (isAsked) returns = RETURNS;
    if (!host.isConnected && (isOpen || !form.hidden) && returns-- > 0) attach();
    return host.isConnected;
  };
  return { attach, detach, open, close, setTab, restore };
}
