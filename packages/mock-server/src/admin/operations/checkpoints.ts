import { field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import type { State } from '../checkpoints/read-state.ts';
import { operation } from '../operation.ts';
import { account } from './fields.ts';

const Scope = schema(() => z.strictObject(account()));
const One = schema(() => z.strictObject({ id: f.name() }));

export const checkpoints = [
  operation('checkpoints.list', 'GET /_admin/checkpoints', {
    access: 'account',
    summary: 'List checkpoints, oldest first',
    answers: '`checkpoints`, each with `id` and `at`.',
    run: async (server) => ({ checkpoints: await server.checkpoints() }),
  }),
  operation('checkpoints.take', 'POST /_admin/checkpoints', {
    summary: 'Take a snapshot of the server or of one account',
    answers: 'The checkpoint, with its `id`.',
    status: 201,
    input: Scope,
    run: (server, { account_id: accountId }) => server.snapshot({ accountId }),
  }),
  operation('checkpoints.restore', 'POST /_admin/checkpoints/{id}/restore', {
    access: 'account',
    summary: 'Restore a checkpoint',
    answers: 'No content.',
    status: 204,
    input: One,
    run: (server, { id }) => server.restore(id),
  }),
  operation('checkpoints.diff', 'GET /_admin/checkpoints/{id}/diff', {
    access: 'account',
    summary: 'Compare the current state with a checkpoint',
    answers: '`nouns`, each with `added`, `removed` and `changed`, and the same as `text`.',
    input: One,
    async run(server, { id }) {
      const difference = await server.diff(id);
      const { since, nouns } = difference;
      return { since, nouns, text: String(difference) };
    },
  }),
  operation('checkpoints.forget', 'DELETE /_admin/checkpoints/{id}', {
    access: 'account',
    summary: 'Delete a checkpoint',
    answers: 'No content.',
    status: 204,
    input: One,
    run: (server, { id }) => server.forget(id),
  }),
  operation('state.export', 'GET /_admin/state', {
    summary: 'Export the server or one account as JSON, including secrets',
    answers: 'The state, to be sent to `PUT /_admin/state` of any server.',
    input: Scope,
    run: (server, { account_id: accountId }) => server.exportState({ accountId }),
  }),
  operation('state.import', 'PUT /_admin/state', {
    summary: 'Replace the current state with an exported one',
    answers: 'No content.',
    status: 204,
    access: 'server', // a state may contain users and tokens of other accounts
    isVerbatim: true,
    run: (server, state) => server.importState(state as State), // `importState` validates it
  }),
];
