import { readFile } from 'node:fs/promises';
import { MARK } from '@trickle/design/mark';
import { code, type Html, html, json, prose, raw } from '../../shared/values/html.ts';
import { inlineScript, pageResponse } from '../pages/page.ts';
import type { Answer, OpenApi } from './open-api.ts';
import { operationArticle } from './operation.ts';
import { membersTable } from './tables.ts';

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
