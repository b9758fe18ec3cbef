import { genuine, page } from './genuine.ts';

/** A piece of a page: text, which stays text, or the name, attributes and contents of an element. */
export type Markup = string | [string, Attributes, ...(Markup | false | undefined)[]];

type Attributes = Record<string, string | boolean | undefined>;

/** Makes an element. Attributes that are `false` and contents that are empty are left out. */
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

/** Hides an element of the page, or shows it: a style of the page such as `display: flex` would have the last word. */
export function setHidden(target: HTMLElement, value: boolean): void {
  const { toggleAttribute, style } = genuine(target);
  toggleAttribute('hidden', value);
  style.setProperty('display', value ? 'none' : '', 'important');
}
