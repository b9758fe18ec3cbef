import type { Handlers } from '../http/handler.ts';
import { notYet } from './not-yet.ts';

export const goals: Handlers<'goals'> = {
  list: notYet('goals.list'),
  get: notYet('goals.get'),
};
