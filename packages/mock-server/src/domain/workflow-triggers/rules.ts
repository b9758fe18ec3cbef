import type { RecordRow } from '../../store/tables/records.ts';
import { type Finding, finding } from '../rules.ts';

/** Whether a workflow starts subscribers, runs their steps, and lets them reach goals. */
export const workflowActive = ({ id, name, status }: RecordRow<'workflows'>): Finding =>
  finding({ type: 'workflow', id }, 'workflow_active', {
    isMet: status === 'active',
    text: `The workflow '${name}' is ${status === 'draft' ? 'a draft' : status}.`,
  });
