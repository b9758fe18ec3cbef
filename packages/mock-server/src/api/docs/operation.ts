import { code, type Html, html, json, prose } from '../../shared/values/html.ts';
import {
  type Answer,
  isReference,
  nameOf,
  type OpenApi,
  type Operation,
  type Parameter,
} from './open-api.ts';
import { componentIn, envelopeOf, membersTable, notesOn, typeOf } from './schema.ts';

/** An operation with its route. */
export interface RoutedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** Renders an operation. */
export function operationArticle(document: OpenApi, routed: RoutedOperation, baseUrl: string): Html {
  const { path, method, operation } = routed;
  const { operationId, summary, responses } = operation;
  const parameters = (operation.parameters ?? []).map((parameter) =>
    isReference(parameter) ? document.components.parameters[nameOf(parameter)] : parameter,
  );
  const list = parameters.filter((parameter) => parameter !== undefined);
  const [status = '', success] = Object.entries(responses)[0] ?? [];
  const answer = success && !isReference(success) ? success : undefined;
  const errors = Object.entries(responses).filter(([, response]) => isReference(response));
  const search = `${operationId} ${method} ${path} ${summary}`.toLowerCase();
  return html`<article id="${operationId}" data-search="${search}">
<h3 tabindex="-1"><span class="method ${method}">${method.toUpperCase()}</span> ${code(path)}
<a class="anchor" href="#${operationId}">${operationId}</a></h3>
<p>${prose(summary)}.</p>
${list.length > 0 ? parametersTable(list) : undefined}
${body(document, operation)}
${answer ? answered(status, answer) : undefined}
<p class="errors"><span class="label">Errors</span> ${errors.map(
    ([status, response]) =>
      html`<a href="#error-${isReference(response) ? nameOf(response) : ''}">${status}</a> `,
  )}</p>
${example(routed, exampleUrl(baseUrl + path, list), answer)}
</article>`;
}

function parametersTable(parameters: readonly Parameter[]): Html {
  return html`<div class="scroll"><table><caption>Parameters</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Notes</th></tr></thead>
<tbody>${parameters.map(
    ({ name, in: place, required, description, schema }) =>
      html`<tr><th scope="row">${code(name)}${
        required ? html` <span class="required">required</span>` : undefined
      }</th><td>${typeOf(schema)} <span class="quiet">in ${place}</span></td><td>${notesOn({
        ...schema,
        ...(description !== undefined && { description }),
      }).map((note) => html`${note} `)}</td></tr>`,
  )}</tbody></table></div>`;
}

function body(document: OpenApi, { requestBody }: Operation): Html | undefined {
  const [content] = Object.values(requestBody?.content ?? {});
  if (!content) return undefined;
  const component = componentIn(content.schema);
  const schema = component === undefined ? undefined : document.components.schemas[component];
  return html`<p><span class="label">Body</span> <code class="envelope">${envelopeOf(content.schema)}</code></p>${
    schema &&
    html`<details><summary>Members of ${component}</summary>${membersTable(schema, `${component}`)}</details>`
  }`;
}

function answered(status: string, { description, headers, content }: Answer): Html {
  const [first] = Object.values(content ?? {});
  return html`<p><span class="label">Answer</span> <strong>${status}</strong> ${
    first ? html`<code class="envelope">${envelopeOf(first.schema)}</code>` : undefined
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
