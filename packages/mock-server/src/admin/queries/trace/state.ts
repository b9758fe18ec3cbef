import { isReceived } from '../../../domain/webhooks/attempts.ts';
import type { Reference } from '../activity.ts';
import type { TraceNode } from './node.ts';
import type { TraceRow } from './trace.ts';

const DELIVERIES = {
  pending: 'waiting',
  held: 'waiting',
  delivered: 'done',
  given_up: 'failed',
  dropped: 'failed',
} as const;

/** The progress of a row of a trace. */
export function stateOf({ type, row }: TraceNode): TraceRow['state'] {
  switch (type) {
    case 'request':
      if (row.status === undefined || row.status >= 500) return 'failed';
      return row.status >= 400 ? 'refused' : 'done';
    case 'outcome':
      return row.state;
    case 'webhook_delivery':
      return DELIVERIES[row.state];
    case 'webhook_attempt':
      return isReceived(row) ? 'done' : 'failed';
    case 'subscription':
      return 'status' in row &&
        (row.status === 'unconfirmed' || (row.status === 'active' && !row.data.is_complete))
        ? 'waiting'
        : 'done';
    case 'membership':
      return 'isOver' in row ? 'done' : 'waiting';
    case 'broadcast':
      return row.status === 'scheduled' || row.status === 'sending' ? 'waiting' : 'done';
    case 'job':
      return row.failure === null ? 'waiting' : 'failed';
    default:
      return 'done';
  }
}

const ref = (type: string, id: string | null): Reference | null => (id === null ? null : { type, id });

/** The record that tells more about a row of a trace. */
export function refOf({ type, row, id, subscriberId }: TraceNode): Reference | null {
  switch (type) {
    case 'request':
    case 'email':
    case 'webhook_delivery':
    case 'broadcast':
    case 'job':
      return ref(type, id);
    case 'webhook_attempt':
      return ref('webhook_delivery', id.slice(0, id.lastIndexOf('#')));
    case 'subscription':
      return ref('campaign', row.campaignId);
    case 'membership':
      return ref('workflow', row.workflowId);
    case 'conversion':
      return ref('goal', row.goalId);
    case 'form_submission':
      return ref('form', row.formId);
    default:
      return ref('subscriber', subscriberId);
  }
}
