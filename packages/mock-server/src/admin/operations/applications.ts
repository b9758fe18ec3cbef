import { field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { operation } from '../operation.ts';

const NewApplication = schema(() =>
  z.strictObject({
    name: f.name(),
    /** Its callback URLs. Without one it is registered, but not active. */
    redirect_uris: f.optional(f.texts()),
    /** Made when left out. */
    client_id: f.optional(f.name()),
    /** Made when left out. */
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
    /** One token; all of the application when left out. */
    token: f.optional(f.name()),
  }),
);

export const applications = [
  operation('applications.list', 'GET /_admin/applications', {
    summary: 'Lists the applications that may ask users for access (OAuth)',
    answers: '`applications`, with their secrets.',
    run: async (server) => ({ applications: await server.applications.list() }),
  }),
  operation('applications.register', 'POST /_admin/applications', {
    summary: 'Registers an application',
    answers: 'The application, with its `client_id` and `client_secret`.',
    status: 201,
    input: NewApplication,
    run: (server, application) => server.applications.register(application),
  }),
  operation('applications.update', 'PUT /_admin/applications/{client_id}', {
    summary: 'Gives an application other callback URLs, or another name',
    answers: 'The application.',
    input: Change,
    run: (server, { client_id, ...change }) => server.applications.update(client_id, change),
  }),
  operation('applications.remove', 'DELETE /_admin/applications/{client_id}', {
    summary: 'Takes an application away, with its codes and tokens',
    answers: '`removed`: whether there was such a one.',
    input: One,
    run: async (server, { client_id }) => ({ removed: await server.applications.remove(client_id) }),
  }),
  operation('applications.tokens', 'GET /_admin/applications/{client_id}/tokens', {
    summary: 'Lists the tokens that users have given an application',
    answers: '`tokens`.',
    input: One,
    run: async (server, { client_id }) => ({ tokens: await server.applications.tokens(client_id) }),
  }),
  operation('applications.revoke', 'DELETE /_admin/applications/{client_id}/tokens', {
    summary: 'Takes a token of an application away, or all of them',
    answers: 'How many that were, as `revoked`.',
    input: Tokens,
    run: async (server, { client_id, token }) => ({
      revoked: await server.applications.revoke(client_id, token),
    }),
  }),
];
