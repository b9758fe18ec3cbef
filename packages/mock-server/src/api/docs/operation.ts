import { nameOfRecord, nameOfReference, rowOfParameter } from '@trickle/sdk/contract';
import { code, type Html, html, json, prose } from '../../shared/values/html.ts';
import {
  type Answer,
  isReference,
  type OpenApi,
  type Operation,
  type Parameter,
  parametersOf,
} from './open-api.ts';
import { envelopeOf, membersTable, refer, rowsTable } from './tables.ts';

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
