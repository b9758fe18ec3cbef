import { type JsonSchema, nameOfReference, type Row, rowsOf, typeOf } from '@trickle/sdk/contract';
import { code, type Html, html, prose, raw } from '../../shared/values/html.ts';

/** The page's reference to a component: as Markdown, which `linked` renders. */
export const refer = (name: string): string => `[${name}](#${name})`;

/** Prose with links to components. */
const linked = (text: string): Html =>
  raw(prose(text).html.replaceAll(/\[(\w+)\]\((#\w+)\)/g, '<a href="$2">$1</a>'));

/** Renders an object's members as a table. */
export const membersTable = (schema: JsonSchema, caption: string): Html =>
  html`${rowsTable(rowsOf(schema, refer), caption)}${
    schema.additionalProperties === true ? html`<p class="quiet">Accepts custom attributes.</p>` : undefined
  }`;

/** Renders rows as a table. */
export const rowsTable = (rows: readonly Row[], caption: string): Html =>
  html`<div class="scroll"><table><caption>${caption}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Notes</th></tr></thead>
<tbody>${rows.map(
    ({ name, type, isRequired, text }) =>
      html`<tr><th scope="row">${code(name)}${
        isRequired ? html` <span class="required">required</span>` : undefined
      }</th><td>${linked(type)}</td><td>${prose(text)}</td></tr>`,
  )}</tbody></table></div>`;

/** Renders the envelope of a body, as in `{ subscribers: [ Subscriber ] }`. */
export const envelopeOf = (schema: JsonSchema): Html =>
  html`<code class="envelope">${linked(shapeOf(schema))}</code>`;

function shapeOf(schema: JsonSchema): string {
  const { type, items, maxItems = 1, properties = {} } = schema;
  if (items) return `[ ${shapeOf(items)}${maxItems > 1 ? ` × 1–${maxItems}` : ''} ]`;
  if (type !== 'object' || nameOfReference(schema) !== undefined) return typeOf(schema, refer);
  const members = Object.entries(properties).map(([name, member]) =>
    name === 'links' || name === 'meta' ? name : `${name}: ${shapeOf(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
