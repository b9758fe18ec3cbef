/**
 * Reads a node's genuine members. The inputs of a form and the images of a document hide members of the same name (DOM
 * clobbering): in a form with an input named `style`, `form.style` is that input.
 */
export const genuine = <Target extends EventTarget>(target: Target): Target =>
  new Proxy(target, {
    get(_, name) {
      const value = Reflect.get(Object.getPrototypeOf(target), name, target);
      return value?.bind?.(target) ?? value;
    },
  });

/** The document, with its genuine members. */
export let page: Document;

/** Sets `page`. Called when the forms start, so that the module can be imported without a document. */
export const initPage = (): void => {
  page = genuine(document);
};

/** Finds the focused element, also in shadow roots. */
export function findFocused({ activeElement }: DocumentOrShadowRoot = page): HTMLElement | null {
  const root = activeElement?.shadowRoot;
  return root?.activeElement ? findFocused(root) : (activeElement as HTMLElement | null); // the page is HTML
}

/** Whether the visitor may be typing: in an input with a value, or where no script can look. */
// Unspecified: U-254
export function isTyping(): boolean | undefined {
  const focused = findFocused();
  if (!focused) return;
  const { isContentEditable, localName, tabIndex, value, type } = focused as HTMLInputElement; // or without a value
  return (
    isContentEditable ||
    // The types of inputs that take text. Buttons, boxes and lists have a value, too.
    (!!value && /^([demnptuw]|sea)/.test(type)) ||
    /frame|object|embed/.test(localName) ||
    // An element that cannot have the focus itself: it is in a closed shadow root.
    (tabIndex < 0 && localName !== 'body' && !focused.hasAttribute('tabindex'))
  );
}
