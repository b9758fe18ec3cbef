import type { Handlers } from '../http/handler.ts';
import { notYet } from './not-yet.ts';

export const unsubscribes: Handlers<'unsubscribes'> = {
  createBatch: notYet('unsubscribes.createBatch'),
};
