import type { Handlers } from '../http/handler.ts';
import { notYet } from './not-yet.ts';

export const workflowTriggers: Handlers<'workflowTriggers'> = {
  list: notYet('workflowTriggers.list'),
  create: notYet('workflowTriggers.create'),
  update: notYet('workflowTriggers.update'),
};
