import { type Endpoint, MEDIA_TYPE } from '@trickle/sdk/contract';
import { prose } from '../../../packages/sdk/test/interface/facts.ts';
import type { Example, Golden } from '../../../packages/sdk/test/wire/read-goldens.ts';
import { errorsOf, rateLimitHeaders } from './errors.ts';
import { comments, type Schema, schemaOf } from './schemas.ts';

/** Omits members without a value. */
const given = <T extends object>(members: T): Partial<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;

export function operation(key: string, endpoint: Endpoint, golden: Golden) {
  const [noun = '', method = ''] = key.split('.');
  const { text = '' } = comments[noun]?.members[method] ?? {};
  return given({
    operationId: key,
    tags: [noun],
    summary: text.replace(/\.$/, ''),
    parameters: parameters(key, endpoint),
    requestBody: requestBody(endpoint, golden.examples),
    responses: { [endpoint.status]: success(endpoint, golden.examples), ...errorsOf(key, endpoint) },
    ...(endpoint.path.startsWith('/oauth/') && { security: [] }),
  });
}

function parameters(key: string, { path, query }: Endpoint) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    $ref: `#/components/parameters/${name}`,
  }));
  const all = [...inPath, ...(query ? queryParameters(key, query()) : [])];
  return all.length > 0 ? all : undefined;
}

function queryParameters(key: string, type: Parameters<typeof schemaOf>[0]) {
  const facts = prose.queries[key] ?? [];
  const { properties = {}, required = [] } = schemaOf(type);
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    const { default: assumed, max } = facts.find((fact) => fact.name === name) ?? {};
    return given({
      name,
      in: 'query',
      required: required.includes(name) || undefined,
      description,
      schema: { ...schema, ...given({ default: assumed, maximum: max }) },
    });
  });
}

function requestBody({ body }: Endpoint, examples: readonly Example[]) {
  if (!body) return undefined;
  const schema = schemaOf(body.wire());
  return {
    required: true,
    content: {
      [MEDIA_TYPE]: { schema, examples: named(examples.map(({ request }) => request.body)) },
      'application/json': { schema },
    },
  };
}

function success({ response, status, location, limit }: Endpoint, examples: readonly Example[]) {
  const headers = {
    ...(location && { Location: { $ref: '#/components/headers/Location' } }),
    ...(limit && rateLimitHeaders),
  };
  const bodies = named(examples.map(({ response: { body } }) => body));
  return given({
    description: DESCRIPTIONS[status] ?? 'Success.',
    headers: Object.keys(headers).length > 0 ? headers : undefined,
    content: response.wire && {
      [response.kind === 'bare' && limit === null ? 'application/json' : MEDIA_TYPE]: {
        schema: withLinks(schemaOf(response.wire()), response.links),
        examples: bodies,
      },
    },
  });
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'Success.',
  201: 'Created, or accepted: batches are processed in the background.',
  202: 'Accepted for background processing.',
  204: 'Success, without a body.',
  302: 'Redirects to the callback URL with a code.',
};

/** Declares the members of `links`, which are always the same URL templates. */
function withLinks(schema: Schema, links: Endpoint['response']['links']): Schema {
  if (!links || !schema.properties?.links) return schema;
  const templates = Object.entries(links).map(([name, url]) => [
    name,
    { type: 'string', description: `URL template: \`${url}\`` },
  ]);
  const member = { type: 'object', properties: Object.fromEntries(templates) };
  return { ...schema, properties: { ...schema.properties, links: member } };
}

/** Names the distinct examples. Goldens that differ only in their path have the same body. */
function named(values: readonly unknown[]) {
  const texts = new Set(values.filter((value) => value !== undefined).map((value) => JSON.stringify(value)));
  const examples = [...texts].map((text, i) => [`example${i + 1}`, { value: JSON.parse(text) }]);
  return Object.fromEntries(examples);
}
