import type { WorkflowTrigger } from '@trickle/sdk/contract';
import {
  actionsRequired,
  createTrigger,
  listTriggers,
  updateTrigger,
} from '../../domain/workflow-triggers/triggers.ts';
import type { RecordRow } from '../../store/tables/records.ts';
import type { Handlers } from '../http/handler.ts';

const present = ({ id, data }: RecordRow<'workflow_triggers'>): WorkflowTrigger => ({
  id,
  type: 'trigger',
  ...data,
  actions_required: actionsRequired(data),
});

export const workflowTriggers: Handlers<'workflowTriggers'> = {
  async list({ context, parameters: { workflow_id = '' } }) {
    return { output: (await listTriggers(context, workflow_id)).map(present) };
  },
  async create({ context, parameters: { workflow_id = '' }, input }) {
    return { output: present(await createTrigger(context, workflow_id, input)) };
  },
  async update({ context, parameters: { workflow_id = '', trigger_id = '' }, input }) {
    return { output: present(await updateTrigger(context, workflow_id, trigger_id, input)) };
  },
};
