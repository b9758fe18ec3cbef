import { recordEvent } from '../../domain/custom-events/record.ts';
import type { Handlers } from '../http/handler.ts';
import { acceptBatch } from './accept-batch.ts';

export const events: Handlers<'events'> = {
  async record({ context, input }) {
    await recordEvent(context, input);
    return { output: undefined };
  },
  recordBatch: acceptBatch('events.recordBatch'),
};
