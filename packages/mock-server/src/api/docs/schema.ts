import { code, type Html, html, prose, raw } from '../../shared/values/html.ts';
import { isReference, nameOf, type Schema } from './open-api.ts';

/** Describes a type in a few words, with links to components. */
export function typeOf(schema: Schema): Html {
  if (isReference(schema)) return html`<a href="#${nameOf(schema)}">${nameOf(schema)}</a>`;
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.anyOf && !schema.type) return joined(schema.anyOf.map(typeOf), ' or ');
  if (schema.type === 'array') return html`list of ${schema.items ? typeOf(schema.items) : 'anything'}`;
  if (Array.isArray(schema.type)) return html`${schema.type.map(wordOf).join(' or ')}`;
  return html`${wordOf(String(schema.type ?? 'anything'))}`;
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
};
const wordOf = (type: string) => words[type] ?? type;

const joined = (parts: readonly Html[], between: string): Html =>
  raw(parts.map((part) => part.html).join(between));

/** Describes a value's format, limits, allowed values and default. */
export function notesOn(schema: Schema): Html[] {
  const { format, minimum, maximum, exclusiveMaximum, description = '' } = schema;
  const assumed = /\bdefault\b/i.test(description) ? undefined : schema.default;
  const values = schema.enum ?? schema.examples ?? schema.items?.enum ?? schema.items?.examples;
  return [
    description === '' ? undefined : prose(description),
    schema.deprecated ? html`<em>Deprecated.</em>` : undefined,
    values && html`${schema.enum || schema.items?.enum ? 'One of' : 'As in'} ${codes(values)}.`,
    format === undefined || /ISO 8601|Olson/.test(description)
      ? undefined
      : html`${FORMATS[format] ?? format}.`,
    minimum === undefined ? undefined : html`At least ${minimum}.`,
    maximum === undefined ? undefined : html`At most ${maximum}.`,
    exclusiveMaximum === undefined ? undefined : html`Less than ${exclusiveMaximum}.`,
    assumed === undefined ? undefined : html`Default <code>${String(assumed)}</code>.`,
  ].filter((note) => note !== undefined);
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'An email address',
  uri: 'An http or https URL',
  'iso-8601': 'ISO 8601',
  'time-zone': 'A name of the Olson database',
};

const codes = (values: readonly string[]) =>
  joined(
    values.map((value) => html`<code>${value}</code>`),
    ', ',
  );

/** Renders an object's members as a table, nested members below their parents. */
export function membersTable(schema: Schema, caption: string): Html {
  return html`<div class="scroll"><table><caption>${caption}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Notes</th></tr></thead>
<tbody>${rows(schema, '')}</tbody></table></div>${
    schema.additionalProperties === true ? html`<p class="quiet">Accepts custom attributes.</p>` : undefined
  }`;
}

function rows(schema: Schema, above: string): Html[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = `${above}${name}`;
    const isRequired = schema.required?.includes(name);
    const row = html`<tr><th scope="row">${code(path)}${
      isRequired ? html` <span class="required">required</span>` : undefined
    }</th><td>${typeOf(member)}</td><td>${joined(notesOn(member), ' ')}</td></tr>`;
    const inner = member.type === 'array' ? member.items : member;
    return [
      row,
      ...(inner?.properties ? rows(inner, `${path}${member.type === 'array' ? '[].' : '.'}`) : []),
    ];
  });
}

/** Describes the envelope of a body, as in `{ subscribers: [ Subscriber ] }`. */
export function envelopeOf(schema: Schema): Html {
  if (isReference(schema)) return typeOf(schema);
  if (schema.type === 'array') {
    const range = schema.maxItems && schema.maxItems > 1 ? ` × 1–${schema.maxItems}` : '';
    return html`[ ${schema.items ? envelopeOf(schema.items) : '…'}${range} ]`;
  }
  const members = Object.entries(schema.properties ?? {});
  if (schema.type !== 'object') return typeOf(schema);
  if (members.length === 0) return html`{}`;
  const inner = members.map(([name, member]) =>
    name === 'links' || name === 'meta' ? html`${name}` : html`${name}: ${envelopeOf(member)}`,
  );
  return html`{ ${joined(inner, ', ')} }`;
}

/** The component in a body, if there is one. */
export function componentIn(schema: Schema): string | undefined {
  if (isReference(schema)) return nameOf(schema);
  const inner =
    schema.items ?? Object.values(schema.properties ?? {}).find((member) => member.type === 'array');
  return inner && componentIn(inner);
}
