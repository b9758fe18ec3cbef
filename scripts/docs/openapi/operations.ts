import { type Endpoint, MEDIA_TYPE } from '@trickle/sdk/contract';
import { prose } from '../../../packages/sdk/test/interface/facts.ts';
import type { Example, Golden } from '../../../packages/sdk/test/wire/read-goldens.ts';
import { errorsOf, rateLimitHeaders } from './errors.ts';
import { comments, type Schema, schemaOf } from './schemas.ts';

/** The values of an object that are there; what has none is left out of the document. */
const given = <T extends object>(members: T): Partial<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;

/** One operation of the document. */
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
      description: description ?? PARAMETERS[name],
      schema: { ...schema, ...given({ default: assumed, maximum: max }) },
    });
  });
}

/** What query parameters mean whose names say little, and that have no comment. */
export const PARAMETERS: Readonly<Record<string, string>> = {
  page: 'Which page. Below 1 is page 1.',
  per_page: 'How many on a page. Above 1000 counts as 1000.',
  sort: 'What to sort by.',
  direction: 'Which way to sort.',
  campaign_id: 'From which campaign; from all when it is left out.',
  response_type: 'What is asked for.',
  client_id: 'Which application asks.',
  client_secret: 'Proves that it is the application.',
  redirect_uri: 'Where the user is sent back to: one of those that the application registered.',
  state: 'Comes back as it is.',
  code: 'What the user brought back. It may be exchanged once, for 10 minutes.',
  grant_type: 'What is given for the token.',
  code_challenge: 'PKCE: what the verifier is compared with.',
  code_challenge_method: 'PKCE: how.',
  code_verifier: 'PKCE: the verifier.',
};

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
    description: DESCRIPTIONS[status] ?? 'Done.',
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
  200: 'Done.',
  201: 'Done, or accepted: a batch is processed in the background.',
  202: 'Accepted; it is processed in the background.',
  204: 'Done. There is no body.',
  302: 'To the redirect URI, with a code.',
};

/** `links` always holds the same templates, so that they can be told by name. */
function withLinks(schema: Schema, links: Endpoint['response']['links']): Schema {
  if (!links || !schema.properties?.links) return schema;
  const templates = Object.entries(links).map(([name, url]) => [
    name,
    { type: 'string', description: `URL template: \`${url}\`` },
  ]);
  const member = { type: 'object', properties: Object.fromEntries(templates) };
  return { ...schema, properties: { ...schema.properties, links: member } };
}

/** Examples that differ, by a name each: the goldens repeat a body where only the path is another. */
function named(values: readonly unknown[]) {
  const texts = new Set(values.filter((value) => value !== undefined).map((value) => JSON.stringify(value)));
  const examples = [...texts].map((text, i) => [`example${i + 1}`, { value: JSON.parse(text) }]);
  return Object.fromEntries(examples);
}
