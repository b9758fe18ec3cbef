import type { Handlers } from '../http/handler.ts';
import { notYet } from './not-yet.ts';

export const workflows: Handlers<'workflows'> = {
  list: notYet('workflows.list'),
  get: notYet('workflows.get'),
  activate: notYet('workflows.activate'),
  pause: notYet('workflows.pause'),
  start: notYet('workflows.start'),
  remove: notYet('workflows.remove'),
};
