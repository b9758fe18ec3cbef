import type { FormDefinition, FormField } from './definition.ts';
import { element } from './element.ts';

/** An input with its label, under the name that it has in the markup of embedded forms. */
export function inputFor(
  { name: id, label, type, required, options, value, autocomplete }: FormField,
  { opacity, show_labels }: FormDefinition,
): HTMLElement {
  const name = `fields[${id}]`;
  if (type === 'hidden') return element('input', { type, name, value });
  if (type === 'checkbox') {
    return element(
      'label',
      { class: 'k' },
      element('input', { type, name, value, required }),
      element('span', {}, label),
    );
  }
  const hidden = !show_labels && label;
  const attributes = { id, name, required, autocomplete, 'aria-label': hidden, placeholder: hidden };
  const control =
    type === 'select'
      ? element('select', attributes, element('option', {}))
      : type === 'textarea'
        ? element('textarea', attributes, value)
        : element('input', { ...attributes, type, value });
  for (const option of options ?? []) {
    control.append(element('option', { selected: option === value }, option));
  }
  const text = element('label', { for: id }, label);
  text.style.opacity = `${opacity}`;
  return element('div', {}, show_labels && text, control);
}
