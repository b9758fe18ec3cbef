import { recordEvent } from '../../domain/custom-events/record.ts';
import { type Handlers, noContent } from '../http/handler.ts';
import { acceptBatch } from './accept-batch.ts';

export const events: Handlers<'events'> = {
  record: noContent(({ context, input }) => recordEvent(context, input)),
  recordBatch: acceptBatch('events.recordBatch'),
};
