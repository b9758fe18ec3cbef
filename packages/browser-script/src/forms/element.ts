import { genuine, page } from './genuine.ts';

/** A string node, or an element as its name, attributes and contents. */
export type Markup = string | [string, Attributes, ...(Markup | false | undefined)[]];

type Attributes = Record<string, string | boolean | undefined>;

/** Creates an element. Omits attributes that are `false` and empty contents. */
export function element<Name extends string>(
  name: Name,
  attributes: Attributes,
  ...contents: (Node | Markup | false | undefined)[]
): Name extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Name] : HTMLElement;
export function element(
  name: string,
  attributes: Attributes,
  ...contents: (Node | Markup | false | undefined)[]
): HTMLElement {
  const made = page.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value || value === '') made.setAttribute(key, `${value}`);
  }
  for (const content of contents) {
    if (content) made.append(Array.isArray(content) ? element(...content) : content);
  }
  return made;
}

/** Hides or shows an element of the page, even if the page's styles set its `display`. */
export function setHidden(target: HTMLElement, value: boolean): void {
  const { toggleAttribute, style } = genuine(target);
  toggleAttribute('hidden', value);
  style.setProperty('display', value ? 'none' : '', 'important');
}
