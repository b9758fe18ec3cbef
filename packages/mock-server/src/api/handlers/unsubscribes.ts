import type { Handlers } from '../http/handler.ts';
import { acceptBatch } from './accept-batch.ts';

export const unsubscribes: Handlers<'unsubscribes'> = {
  createBatch: acceptBatch('unsubscribes.createBatch'),
};
