import { field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { operation } from '../operation.ts';

const NewApplication = schema(() =>
  z.strictObject({
    name: f.name(),
    /** Callback URLs. An application without one is registered but not active. */
    redirect_uris: f.optional(f.texts()),
    /** Generated if omitted. */
    client_id: f.optional(f.name()),
    /** Generated if omitted. */
    client_secret: f.optional(f.name()),
  }),
);
const Change = schema(() =>
  z.strictObject({ client_id: f.name(), name: f.optional(f.name()), redirect_uris: f.optional(f.texts()) }),
);
const One = schema(() => z.strictObject({ client_id: f.name() }));
const Tokens = schema(() =>
  z.strictObject({
    client_id: f.name(),
    /** A single token. Default: all tokens of the application. */
    token: f.optional(f.name()),
  }),
);

export const applications = [
  operation('applications.list', 'GET /_admin/applications', {
    summary: 'List OAuth applications',
    answers: '`applications`, including their secrets.',
    run: async (server) => ({ applications: await server.applications.list() }),
  }),
  operation('applications.register', 'POST /_admin/applications', {
    summary: 'Register an OAuth application',
    answers: 'The application, with its `client_id` and `client_secret`.',
    status: 201,
    input: NewApplication,
    run: (server, application) => server.applications.register(application),
  }),
  operation('applications.update', 'PUT /_admin/applications/{client_id}', {
    summary: "Update an OAuth application's name or callback URLs",
    answers: 'The application.',
    input: Change,
    run: (server, { client_id, ...change }) => server.applications.update(client_id, change),
  }),
  operation('applications.remove', 'DELETE /_admin/applications/{client_id}', {
    summary: 'Remove an OAuth application, its codes and tokens',
    answers: '`removed`: whether the application existed.',
    input: One,
    run: async (server, { client_id }) => ({ removed: await server.applications.remove(client_id) }),
  }),
  operation('applications.tokens', 'GET /_admin/applications/{client_id}/tokens', {
    summary: 'List the tokens that users granted to an application',
    answers: '`tokens`.',
    input: One,
    run: async (server, { client_id }) => ({ tokens: await server.applications.tokens(client_id) }),
  }),
  operation('applications.revoke', 'DELETE /_admin/applications/{client_id}/tokens', {
    summary: 'Revoke one or all tokens of an application',
    answers: '`revoked`: the number of revoked tokens.',
    input: Tokens,
    run: async (server, { client_id, token }) => ({
      revoked: await server.applications.revoke(client_id, token),
    }),
  }),
];
