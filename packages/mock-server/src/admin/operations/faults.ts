import { field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { FaultInput } from '../../fault-injection/rule.ts';
import { operation } from '../operation.ts';

const OneFault = schema(() => z.strictObject({ id: f.name() }));

export const faults = [
  operation('faults.list', 'GET /_admin/faults', {
    summary: 'Lists the faults that are in the way, with how often each was met and took effect',
    answers: '`faults`, each as it was added, with `seen` and `fired`.',
    run: (server) => ({ faults: server.faults.list() }),
  }),
  operation('faults.add', 'POST /_admin/faults', {
    summary: 'Puts a fault in the way of requests, records, webhooks, emails or content requests',
    answers: 'The fault, with its `id`.',
    status: 201,
    input: FaultInput,
    run: (server, fault) => server.faults.add(fault),
  }),
  operation('faults.clear', 'DELETE /_admin/faults', {
    summary: 'Takes all faults away',
    answers: 'How many that were, as `cleared`.',
    run: (server) => ({ cleared: server.faults.clear() }),
  }),
  operation('faults.remove', 'DELETE /_admin/faults/{id}', {
    summary: 'Takes a fault away',
    answers: '`cleared`: 1, or 0 when there was none such.',
    input: OneFault,
    run: (server, { id }) => ({ cleared: server.faults.clear(id) }),
  }),
];
