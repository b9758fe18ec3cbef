import { field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { FaultInput } from '../../faults/rule.ts';
import { operation } from '../operation.ts';

const OneFault = schema(() => z.strictObject({ id: f.name() }));

export const faults = [
  operation('faults.list', 'GET /_admin/faults', {
    access: 'account',
    summary: 'List faults',
    answers:
      '`faults`, each with the number of times it matched (`seen`) and took effect (`fired`, also `hits`).',
    run: async (server) => ({
      faults: (await server.faults.list()).map((fault) => ({ ...fault, hits: fault.fired })),
    }),
  }),
  operation('faults.add', 'POST /_admin/faults', {
    access: 'account',
    summary: 'Add a fault to requests, records, webhooks, emails or content requests',
    answers: 'The fault, with its `id`.',
    status: 201,
    input: FaultInput,
    run: (server, fault) => server.faults.add(fault),
  }),
  operation('faults.clear', 'DELETE /_admin/faults', {
    access: 'account',
    summary: 'Remove all faults',
    answers: '`cleared`: the number of removed faults.',
    run: async (server) => ({ cleared: await server.faults.clear() }),
  }),
  operation('faults.remove', 'DELETE /_admin/faults/{id}', {
    access: 'account',
    summary: 'Remove a fault',
    answers: '`cleared`: 1, or 0 if the fault does not exist.',
    input: OneFault,
    run: async (server, { id }) => ({ cleared: await server.faults.clear(id) }),
  }),
];
