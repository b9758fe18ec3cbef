import type { Handlers } from '../http/handler.ts';
import { notYet } from './not-yet.ts';

export const forms: Handlers<'forms'> = {
  list: notYet('forms.list'),
  get: notYet('forms.get'),
};
