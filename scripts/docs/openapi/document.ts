import {
  contract,
  type Endpoint,
  WEBHOOK_EVENTS,
  type WebhookEvent,
  webhookProperties,
} from '@trickle/sdk/contract';
import { type Golden, readGoldens } from '../../../packages/sdk/test/wire/read-goldens.ts';
import { adminPaths } from './admin.ts';
import { headers, responses } from './errors.ts';
import { operation } from './operations.ts';
import { comments, components, reference, schemaOf } from './schemas.ts';
import { ADMIN, DESCRIPTION, FIRES_WHEN, NOUNS, pathParameter } from './texts.ts';

/** The base URL in the committed document. The server replaces it with its own. */
const BASE_URL = 'http://localhost:4100';

/** Creates the OpenAPI 3.1 document of the contract. The same source gives the same document. */
export function openApiDocument(version: string) {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Trickle reference server',
      version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: BASE_URL }],
    security: [{ token: [] }, { oauth: ['public'] }],
    tags: [...NOUNS, ADMIN].map(([name, title, text]) => ({
      name,
      description: text,
      'x-displayName': title,
    })),
    paths: { ...paths(), ...adminPaths() },
    webhooks: Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, webhook(event)])),
    components: {
      schemas: components(),
      responses,
      parameters: Object.fromEntries(pathParameterNames().map((name) => [name, pathParameter(name)])),
      headers,
      securitySchemes,
    },
  };
}

const securitySchemes = {
  token: {
    type: 'http',
    scheme: 'basic',
    description: 'The API token as the user name, without a password.',
  },
  admin: {
    type: 'http',
    scheme: 'basic',
    description: 'The password of the admin API, if one is set, with any user name.',
  },
  oauth: {
    type: 'oauth2',
    description: 'A token that a user granted to an application. It does not expire.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${BASE_URL}/oauth/authorize`,
        tokenUrl: `${BASE_URL}/oauth/token`,
        scopes: { public: 'Everything that the user may do.' },
      },
    },
  },
};

/** Every operation as `<noun>.<method>`, in the order of the nouns. */
function operations(): [key: string, endpoint: Endpoint][] {
  return NOUNS.flatMap(([name]) =>
    Object.entries<Endpoint>(contract[name as keyof typeof contract]).map(
      ([method, endpoint]): [string, Endpoint] => [`${name}.${method}`, endpoint],
    ),
  );
}

function paths() {
  const goldens = new Map<string, Golden>(readGoldens(BASE_URL).map((golden) => [golden.key, golden]));
  const found: Record<string, Record<string, unknown>> = {};
  for (const [key, endpoint] of operations()) {
    const golden = goldens.get(key);
    if (!golden) throw new Error(`${key} has no golden.`);
    found[endpoint.path] ??= {};
    Object.assign(found[endpoint.path] ?? {}, {
      [endpoint.method.toLowerCase()]: operation(key, endpoint, golden),
    });
  }
  return found;
}

function pathParameterNames(): string[] {
  const names = operations().flatMap(([, { path }]) =>
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)].sort();
}

function webhook(event: WebhookEvent) {
  const properties = schemaOf(webhookProperties(event));
  const hasProperties = Object.keys(properties.properties ?? {}).length > 0;
  return {
    post: {
      operationId: event,
      summary: FIRES_WHEN[event].replace(/\.$/, ''),
      description: comments.WebhookNotification?.text,
      security: [],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                event: { const: event },
                data: {
                  type: 'object',
                  properties: {
                    account_id: { type: 'string' },
                    subscriber: reference('Subscriber'),
                    properties,
                  },
                  required: ['account_id', 'subscriber', ...(hasProperties ? ['properties'] : [])],
                },
                occurred_at: { type: 'string', format: 'iso-8601' },
              },
              required: ['event', 'data', 'occurred_at'],
            },
          },
        },
      },
      responses: {
        '2XX': { description: 'Received. Other statuses, and no response within 10 seconds, cause retries.' },
      },
    },
  };
}
