type Attributes = Record<string, string | boolean | undefined>;
type Child = Node | string | false | undefined;

/** Makes an element. Children that are text stay text; attributes and children that are empty are left out. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes,
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const key of Object.keys(attributes)) {
    const value = attributes[key];
    if (value) made.setAttribute(key, value === true ? '' : value);
  }
  for (const child of children) if (child) made.append(child);
  return made;
}
