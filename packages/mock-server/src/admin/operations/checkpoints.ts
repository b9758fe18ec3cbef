import { field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import type { State } from '../../control/checkpoints/read-state.ts';
import { operation } from '../operation.ts';
import { account } from './fields.ts';

const Scope = schema(() => z.strictObject(account()));
const One = schema(() => z.strictObject({ id: f.name() }));

export const checkpoints = [
  operation('checkpoints.list', 'GET /_admin/checkpoints', {
    summary: 'Lists the checkpoints, in the order in which they were taken',
    answers: '`checkpoints`, each with `id` and `at`.',
    run: (server) => ({ checkpoints: server.checkpoints() }),
  }),
  operation('checkpoints.take', 'POST /_admin/checkpoints', {
    summary: 'Keeps everything as it is now, of the whole server or of one account',
    answers: 'The checkpoint, with its `id`.',
    status: 201,
    input: Scope,
    run: (server, { account_id: accountId }) => server.snapshot({ accountId }),
  }),
  operation('checkpoints.restore', 'POST /_admin/checkpoints/{id}/restore', {
    summary: 'Brings everything back to a checkpoint, as often as needed',
    answers: 'Nothing.',
    status: 204,
    input: One,
    run: (server, { id }) => server.restore(id),
  }),
  operation('checkpoints.diff', 'GET /_admin/checkpoints/{id}/diff', {
    summary: 'Tells what has changed since a checkpoint',
    answers: '`nouns` with what was `added`, `removed` and `changed`, and the same as `text`.',
    input: One,
    async run(server, { id }) {
      const difference = await server.diff(id);
      const { since, nouns } = difference;
      return { since, nouns, text: String(difference) };
    },
  }),
  operation('checkpoints.forget', 'DELETE /_admin/checkpoints/{id}', {
    summary: 'Forgets a checkpoint',
    answers: 'Nothing.',
    status: 204,
    input: One,
    run: (server, { id }) => server.forget(id),
  }),
  operation('state.export', 'GET /_admin/state', {
    summary: 'Exports everything as JSON, secrets included, of the whole server or of one account',
    answers: 'The state, for `PUT /_admin/state` of this server or another one.',
    input: Scope,
    run: (server, { account_id: accountId }) => server.exportState({ accountId }),
  }),
  operation('state.import', 'PUT /_admin/state', {
    summary: 'Takes in what was exported, in the place of what there is',
    answers: 'Nothing.',
    status: 204,
    isVerbatim: true,
    run: (server, state) => server.importState(state as State), // it is checked there
  }),
];
