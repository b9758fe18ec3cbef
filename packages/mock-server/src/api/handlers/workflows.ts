import type { Workflow } from '@trickle/sdk/contract';
import { pageOfRecords } from '../../domain/records/record.ts';
import {
  activateWorkflow,
  pauseWorkflow,
  removeFromWorkflow,
  startOnWorkflow,
} from '../../domain/workflows/workflows.ts';
import type { RecordRow } from '../../store/tables/records.ts';
import { type Handlers, noContent } from '../http/handler.ts';
import { oneRecord, type Presenting, presentColumns } from './present-record.ts';
import { subscriberReply } from './subscribers.ts';

const present = (call: Presenting, row: RecordRow<'workflows'>): Workflow => ({
  ...presentColumns(call, 'workflows', row),
  name: row.name,
  status: row.status,
});

export const workflows: Handlers<'workflows'> = {
  async list(call) {
    const { rows, meta } = await pageOfRecords(call.context, 'workflows', call.query);
    return { output: { items: rows.map((row) => present(call, row)), meta } };
  },
  get: oneRecord('workflows', 'workflow_id', present),
  activate: noContent(({ context, parameters }) => activateWorkflow(context, parameters.workflow_id ?? '')),
  pause: noContent(({ context, parameters }) => pauseWorkflow(context, parameters.workflow_id ?? '')),
  async start(call) {
    const { workflow_id = '' } = call.parameters;
    return subscriberReply(call, await startOnWorkflow(call.context, workflow_id, call.input));
  },
  remove: noContent(({ context, parameters: { workflow_id = '', id_or_email = '' } }) =>
    removeFromWorkflow(context, workflow_id, id_or_email),
  ),
};
