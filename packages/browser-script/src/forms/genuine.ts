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

/** The document, by its genuine members. */
export let page: Document;

/** Takes the document: not before the forms start, so that the module can be loaded where there is none. */
export const initPage = (): void => {
  page = genuine(document);
};

/** What has the focus, also inside a shadow root. */
export function findFocused({ activeElement }: DocumentOrShadowRoot = page): HTMLElement | null {
  const root = activeElement?.shadowRoot;
  return root?.activeElement ? findFocused(root) : (activeElement as HTMLElement | null); // on a page of HTML
}
