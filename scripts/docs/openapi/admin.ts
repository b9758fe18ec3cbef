import {
  type AdminRoute,
  accessTo,
  adminRoutes,
} from '../../../packages/mock-server/src/admin/http/routes.ts';
import {
  ChangesQuery,
  StreamQuery,
  WebhookStreamQuery,
} from '../../../packages/mock-server/src/admin/http/streams.ts';
import { snake } from '../../../packages/mock-server/src/admin/wire.ts';
import { TOPICS } from '../../../packages/mock-server/src/store/engine/schema.ts';
import { filesAt } from '../../setup/repository.ts';
import { type Comment, readCommentsOf, readOperationComments } from './comments.ts';
import { components, described, type Schema, schemaOf } from './schemas.ts';
import { type PathParameters, pathParameter } from './texts.ts';

/** The paths of the admin API, which the service does not have. */
export function adminPaths(): Record<string, Record<string, unknown>> {
  const found: Record<string, Record<string, unknown>> = {};
  for (const route of adminRoutes) {
    found[route.path] = { ...found[route.path], [route.method.toLowerCase()]: operationOf(route) };
  }
  for (const [path, get] of Object.entries(streams)) found[path] = { get };
  return found;
}

/** The comments on operations and on the members of their inputs, by their names on the wire. */
const declared = readOperationComments(filesAt('packages/mock-server/src/admin/{fields,operations/*}.ts'));

/** The members of an input on the wire, where the members of object parameters are flattened. */
const wireComment = (comment: Comment | undefined): Comment | undefined =>
  comment && { ...comment, members: wireMembers(comment.members) };
const wireMembers = (members: Comment['members']): Comment['members'] =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, member]) => [
      [snake(name), member],
      ...Object.entries(wireMembers(member.members)),
    ]),
  );

/** `admin.clockAdvance` for `clock.advance`. */
const idOf = (name: string) => `admin.${name.replace(/\.(.)/g, (_, letter: string) => letter.toUpperCase())}`;

const frame = (name: string, summary: string, access: 'account' | 'server' = 'account') => ({
  operationId: idOf(name),
  tags: ['admin'],
  summary,
  security: [{ admin: [] }, ...(access === 'account' ? [{ token: [] }] : []), {}],
});

const errors = {
  403: { $ref: '#/components/responses/Unauthorized' },
  422: { $ref: '#/components/responses/AdminInvalid' },
};

/** The summary of an operation, which has no period, and the rest of its comment. */
function sentences(text: string): string[] {
  const [, summary = text, details] = /^(.*?)\.(?: ([A-Z`].*))?$/s.exec(text) ?? [];
  return [summary, ...(details === undefined ? [] : [details])];
}

function operationOf(route: AdminRoute) {
  const { name, method, path, input, operation } = route;
  const { answers = '', status = 200, isVerbatim = false } = operation;
  const comment = wireComment(declared[`${method} ${path}`]);
  const [summary = '', ...details] = sentences(operation.summary ?? comment?.text ?? '');
  const schema = isVerbatim ? {} : described(schemaOf(input()), comment);
  const { properties = {}, required = [] } = schema;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, placeholder = '']) => placeholder);
  const others = Object.fromEntries(
    Object.entries(properties).filter(([member]) => !inPath.includes(member)),
  );
  const isInBody = method === 'POST' || method === 'PUT';
  const parameters = [
    ...inPath.map((name) => pathParameter(name, OWN_PARAMETERS[name])),
    ...(isInBody
      ? []
      : Object.entries(others).map(([member, schema]) => queryParameter(member, schema, required))),
  ];
  const body = bodyOf(others, required, isVerbatim);
  return {
    ...frame(name, summary, accessTo(route)),
    ...(details.length > 0 && { description: details.join(' ') }),
    ...(parameters.length > 0 && { parameters }),
    ...(isInBody &&
      body && {
        requestBody: { ...body.isRequired, content: { 'application/json': { schema: body.schema } } },
      }),
    responses: {
      [status]: {
        description: answers,
        ...(status !== 204 && { content: { 'application/json': { schema: { type: 'object' } } } }),
      },
      ...errors,
      ...((inPath.length > 0 || 'account_id' in properties) && {
        404: { $ref: '#/components/responses/NotFound' },
      }),
    },
  };
}

const OWN_PARAMETERS: PathParameters = {
  id: ['The id from the response that created it.', 'fault-1'],
  action_id: ['The action.', '8k2f-1'],
  delivery_id: ['The email or webhook delivery.', 'q2w8e1r5t9y3u7i4o6p0'],
  subscriber_id: ['The subscriber.', 'k7qz3m'],
  client_id: ['The application.', 'sails'],
  goal_id: ['The goal, which the REST API calls a conversion.', '555'],
  user_id: ['A user of the account.', '2049317'],
  token: ['An API or OAuth token.', '9c1d2e3f4a5b60718293a4b5c6d7e8f9'],
  email_id: ['An email in the outbox.', 'q2w8e1r5t9y3u7i4o6p0'],
  event_id: ['An event.', '12'],
  job_id: ['A background job.', '5f1c2a9b0d3e4f60718293a4b5c6d7e8'],
  request_id: [
    "The `request_id` of a v3 activity, or the end of a v2 batch's `Location`.",
    '5f1c2a9b0d3e4f60718293a4b5c6d7e8',
  ],
};

const queryParameter = (name: string, { description, ...schema }: Schema, required: readonly string[]) => ({
  name,
  in: 'query',
  ...(required.includes(name) && { required: true }),
  ...(description !== undefined && { description }),
  schema,
});

const withoutWords = (properties: unknown) =>
  JSON.stringify(properties, (key, value) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  );

/** The schema of the body: a component if one has the same members. */
function bodyOf(properties: Record<string, Schema>, required: readonly string[], isVerbatim: boolean) {
  if (isVerbatim) return { schema: { type: 'object' }, isRequired: { required: true } };
  if (Object.keys(properties).length === 0) return undefined;
  const needed = required.filter((name) => name in properties);
  const text = withoutWords(properties);
  const same = Object.entries(components()).find(([, one]) => withoutWords(one.properties) === text);
  return {
    schema: same
      ? { $ref: `#/components/schemas/${same[0]}` }
      : {
          type: 'object',
          properties,
          ...(needed.length > 0 && { required: needed }),
          additionalProperties: false,
        },
    isRequired: needed.length > 0 || same?.[0] === 'FaultInput' ? { required: true } : {}, // a fault has an effect
  };
}

/** The streams of the admin API, whose responses have no schema. */
const streams: Readonly<Record<string, object>> = {
  '/_admin/events/stream': stream(
    { name: 'events.stream', query: StreamQuery(), comment: 'StreamQuery' },
    'Stream subscriber events as server-sent events',
    'A stream. Each message has the sequence number as its `id`, the event name, and as data `account_id`, ' +
      '`subscriber_id`, `event`, `properties` and `occurred_at`. The header `Last-Event-ID` resumes after an event.',
  ),
  '/_admin/changes/stream': stream(
    { name: 'changes.stream', query: ChangesQuery(), comment: 'ChangesQuery' },
    'Stream the topics of changes as server-sent events',
    'Messages of the event `change`, at most one in 250 milliseconds, each with `topics`: ' +
      `${TOPICS.map((topic) => `\`${topic}\``).join(', ')}.`,
  ),
  '/_admin/webhooks/stream': stream(
    { name: 'webhooks.stream', query: WebhookStreamQuery(), comment: 'WebhookStreamQuery', canMiss: true },
    'Stream webhook requests as server-sent events, to post them from another machine',
    'A stream. The first message is `listening`, with `after` and `is_incomplete` (whether webhooks since the ' +
      'given one may be missing). Then each event has a message with an increasing `id`, its name, and as data ' +
      '`account_id`, `subscriber_id`, and the `headers` and the `body` (a string) that a webhook of all events ' +
      'receives. The header `Last-Event-ID` resumes after a webhook: they are recorded for 10 minutes after ' +
      'the last listener has gone.',
  ),
};

interface Stream {
  readonly name: string;
  readonly query: Parameters<typeof schemaOf>[0];
  readonly comment: string;
  /** Whether the account may not exist. */
  readonly canMiss?: boolean;
}

function stream({ name, query, comment, canMiss = false }: Stream, summary: string, description: string) {
  const comments = readCommentsOf('packages/mock-server/src/admin/http/streams.ts');
  const { properties = {} } = described(schemaOf(query), comments[comment]);
  return {
    ...frame(name, summary),
    parameters: Object.entries(properties).map(([member, schema]) => queryParameter(member, schema, [])),
    responses: {
      200: { description, content: { 'text/event-stream': { schema: { type: 'string' } } } },
      ...errors,
      ...(canMiss && { 404: { $ref: '#/components/responses/NotFound' } }),
    },
  };
}
