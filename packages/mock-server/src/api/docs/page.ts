import { readFile } from 'node:fs/promises';
import { MARK } from '@trickle/design/mark';
import {
  type JsonSchema,
  nameOfRecord,
  nameOfReference,
  type Row,
  rowOfParameter,
  rowsOf,
  typeOf,
} from '@trickle/sdk/contract';
import { code, type Html, html, json, prose, raw } from '../../shared/values/html.ts';
import { inlineScript, pageResponse } from '../pages/page.ts';
import {
  type Answer,
  isReference,
  type OpenApi,
  type Operation,
  type Parameter,
  parametersOf,
} from './open-api.ts';

/** The page's reference to a component: as Markdown, which `linked` renders. */
const refer = (name: string): string => `[${name}](#${name})`;

/** Prose with links to components. */
const linked = (text: string): Html =>
  raw(prose(text).html.replaceAll(/\[(\w+)\]\((#\w+)\)/g, '<a href="$2">$1</a>'));

const membersTable = (schema: JsonSchema, caption: string): Html =>
  html`${rowsTable(rowsOf(schema, refer), caption)}${
    schema.additionalProperties === true ? html`<p class="quiet">Accepts custom attributes.</p>` : undefined
  }`;

const rowsTable = (rows: readonly Row[], caption: string): Html =>
  html`<div class="scroll"><table><caption>${caption}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Notes</th></tr></thead>
<tbody>${rows.map(
    ({ name, type, isRequired, text }) =>
      html`<tr><th scope="row">${code(name)}${
        isRequired ? html` <span class="required">required</span>` : undefined
      }</th><td>${linked(type)}</td><td>${prose(text)}</td></tr>`,
  )}</tbody></table></div>`;

/** Renders the envelope of a body, as in `{ subscribers: [ Subscriber ] }`. */
const envelopeOf = (schema: JsonSchema): Html =>
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

interface RoutedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function operationArticle(document: OpenApi, routed: RoutedOperation, baseUrl: string): Html {
  const { path, method, operation } = routed;
  const { operationId, summary, responses } = operation;
  const parameters = parametersOf(document, operation);
  const [status = '', success] = Object.entries(responses)[0] ?? [];
  const answer = success && !isReference(success) ? success : undefined;
  const errors = Object.entries(responses).flatMap(([code, response]) =>
    isReference(response) ? [[code, nameOfReference(response)] as const] : [],
  );
  const search = `${operationId} ${method} ${path} ${summary}`.toLowerCase();
  return html`<article id="${operationId}" data-search="${search}">
<h3 tabindex="-1"><span class="method ${method}">${method.toUpperCase()}</span> ${code(path)}
<a class="anchor" href="#${operationId}">${operationId}</a></h3>
<p>${prose(summary)}.</p>
${parameters.length > 0 ? parametersTable(parameters) : undefined}
${body(document, operation)}
${answer ? answered(status, answer) : undefined}
<p class="errors"><span class="label">Errors</span> ${errors.map(
    ([code, name]) => html`<a href="#error-${name}">${code}</a> `,
  )}</p>
${example(routed, exampleUrl(baseUrl + path, parameters), answer)}
</article>`;
}

const parametersTable = (parameters: readonly Parameter[]): Html =>
  rowsTable(
    parameters.map((parameter) => {
      const row = rowOfParameter(parameter, refer);
      return { ...row, type: `${row.type} (in the ${parameter.in})` };
    }),
    'Parameters',
  );

function body(document: OpenApi, { requestBody }: Operation): Html | undefined {
  const [content] = Object.values(requestBody?.content ?? {});
  if (!content) return undefined;
  const component = nameOfRecord(content.schema) ?? '';
  const schema = document.components.schemas[component];
  return html`<p><span class="label">Body</span> ${envelopeOf(content.schema)}</p>${
    schema &&
    html`<details><summary>Members of ${component}</summary>${membersTable(schema, component)}</details>`
  }`;
}

function answered(status: string, { description, headers, content }: Answer): Html {
  const [first] = Object.values(content ?? {});
  return html`<p><span class="label">Answer</span> <strong>${status}</strong> ${
    first ? envelopeOf(first.schema) : undefined
  } <span class="quiet">${description}${headers?.Location ? ' See the header Location.' : ''}</span></p>`;
}

/** The URL with the parameters' example values. */
const exampleUrl = (template: string, parameters: readonly Parameter[]): string =>
  parameters.reduce(
    (filled, { name, example = '' }) => filled.replace(`{${name}}`, encodeURIComponent(example)),
    template,
  );

function example(
  { path, method, operation }: RoutedOperation,
  url: string,
  answer: Answer | undefined,
): Html {
  const [content] = Object.values(operation.requestBody?.content ?? {});
  const [sent] = Object.values(content?.examples ?? {});
  const [response] = Object.values(answer?.content ?? {});
  const [received] = Object.values(response?.examples ?? {});
  const auth = /^\/(?:oauth|_admin)\//.test(path) ? '' : ' -u TOKEN:';
  const verb = method === 'get' ? '' : ` -X ${method.toUpperCase()}`;
  const data =
    sent &&
    html` \\
  -H 'content-type: application/vnd.api+json' -d '${json(sent.value)}'`;
  return html`<details><summary>Example</summary><pre tabindex="0">curl${auth}${verb} '${url}'${data}</pre>${
    received && html`<pre tabindex="0">${json(received.value)}</pre>`
  }</details>`;
}

const stylesheet = new URL('./page.css', import.meta.url);
const searchScript = new URL('./search.js', import.meta.url);

/** Renders the whole document as one page without external resources. */
export async function docsPage(document: OpenApi, baseUrl: string): Promise<Response> {
  const [styles, script] = await Promise.all([readFile(stylesheet, 'utf8'), readFile(searchScript, 'utf8')]);
  return pageResponse({
    title: `${document.info.title}: the API`,
    body: contentOf(document, baseUrl, script),
    layout: 'wide',
    styles,
    scripts: [script],
    policy: { 'frame-ancestors': "'self'" },
    isPublic: true,
  });
}

function contentOf(document: OpenApi, baseUrl: string, script: string): Html {
  const { title, version } = document.info;
  return html`
<a class="skip" href="#main">To the operations</a>
<header>
<h1 class="brand">${raw(MARK)}${title} <span class="quiet">${version}</span></h1>
<search hidden><label for="search">Search</label>
<input id="search" type="search" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"
 aria-describedby="found" placeholder="Search operations: press /">
<span id="found" role="status"></span></search>
<a href="openapi.json">openapi.json</a>
</header>
<div class="columns">
<nav aria-label="Contents"><ul>
<li><a href="#overview">Overview</a></li>
${operationsByTag(document).map(
  ({ tag, operations }) => html`<li data-tag="${tag.name}"><a href="#${tag.name}">${tag['x-displayName']}</a>
<ul>${operations.map(
    ({
      method,
      operation,
    }) => html`<li data-for="${operation.operationId}"><a href="#${operation.operationId}">
<span class="method ${method}">${method.toUpperCase()}</span> ${operation.operationId.split('.')[1]}</a></li>`,
  )}</ul></li>`,
)}
<li><a href="#webhook-events">Webhook events</a></li>
<li><a href="#errors">Errors</a></li>
<li><a href="#schemas">Schemas</a></li>
</ul></nav>
<main id="main" tabindex="-1">
<section id="overview"><h2>Overview</h2>
${document.info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
<p>This server is at <code>${baseUrl}</code>. Send the API token as the user name of HTTP Basic, with no password, or a token of OAuth as <code>Authorization: Bearer</code>.</p></section>
${operationsByTag(document).map(
  ({ tag, operations }) => html`<section id="${tag.name}" data-operations><h2>${tag['x-displayName']}</h2>
<p>${prose(tag.description)}</p>
${operations.map((operation) => operationArticle(document, operation, baseUrl))}
</section>`,
)}
${eventsSection(document)}
<section id="errors"><h2>Errors</h2>
${Object.entries(document.components.responses).map(([name, response]) => errorArticle(name, response))}</section>
<section id="schemas"><h2>Schemas</h2>
${Object.entries(document.components.schemas).map(
  ([name, schema]) => html`<article id="${name}"><h3>${name}</h3>
${schema.description === undefined ? undefined : html`<p>${prose(schema.description)}</p>`}
<details><summary>Members</summary>${membersTable(schema, name)}</details></article>`,
)}</section>
</main>
</div>
${inlineScript(script)}
`;
}

function operationsByTag({ tags, paths }: OpenApi) {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return tags.map((tag) => ({
    tag,
    operations: all.filter(({ operation }) => operation.tags?.[0] === tag.name),
  }));
}

function eventsSection({ webhooks }: OpenApi): Html {
  return html`<section id="webhook-events"><h2>Webhook events</h2>
<p>What is posted to a webhook: <code>event</code>, <code>data</code> with <code>account_id</code>, <a href="#Subscriber">subscriber</a> and <code>properties</code>, and <code>occurred_at</code>.</p>
<div class="scroll"><table><caption>Events</caption>
<thead><tr><th scope="col">Event</th><th scope="col">Properties</th><th scope="col">When</th></tr></thead>
<tbody>${Object.entries(webhooks).map(([event, { post }]) => {
    const [content] = Object.values(post.requestBody?.content ?? {});
    const properties = content?.schema.properties?.data?.properties?.properties?.properties ?? {};
    return html`<tr><th scope="row">${code(event)}</th><td>${Object.keys(properties).map(
      (name) => html`${code(name)} `,
    )}</td><td>${prose(post.summary)}.</td></tr>`;
  })}</tbody></table></div></section>`;
}

/** The status of each error component. */
const STATUSES: Readonly<Record<string, number>> = {
  Malformed: 400,
  OAuthError: 400,
  Unauthenticated: 401,
  Unauthorized: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  TooLong: 413,
  Invalid: 422,
  AdminInvalid: 422,
  RateLimited: 429,
};

function errorArticle(name: string, { description, content }: Answer): Html {
  const [[mediaType, { example }] = ['', { example: '' }]] = Object.entries(content ?? {});
  return html`<article id="error-${name}"><h3>${STATUSES[name]} ${name}</h3><p>${prose(description)}</p>
<p class="quiet">${mediaType}</p><pre tabindex="0">${typeof example === 'string' ? example : json(example)}</pre></article>`;
}
