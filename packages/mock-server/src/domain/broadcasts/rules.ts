import type { RecordRow } from '../../store/tables/records.ts';
import { type Finding, finding } from '../rules.ts';

/** The meaning of a broadcast's status. */
const meanings: Readonly<Record<string, string>> = {
  draft: 'is a draft: it has not been scheduled',
  canceled: 'has been canceled',
  sent: 'has been sent to all of its recipients',
  sending: 'is being sent',
};

/** Whether a broadcast waits for its time, or is being sent. */
export const broadcastIn = (
  expected: 'scheduled' | 'sending',
  { id, name, status, sendAt }: RecordRow<'broadcasts'>,
): Finding =>
  finding({ type: 'broadcast', id }, `broadcast_${expected}`, {
    isMet: status === expected,
    text: `The broadcast '${name}' ${meanings[status] ?? `is ${status} for ${sendAt}`}.`,
  });
