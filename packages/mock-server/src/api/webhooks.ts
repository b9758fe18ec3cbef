import type { Handlers } from '../http/handler.ts';
import { notYet } from './not-yet.ts';

export const webhooks: Handlers<'webhooks'> = {
  list: notYet('webhooks.list'),
  get: notYet('webhooks.get'),
  create: notYet('webhooks.create'),
  delete: notYet('webhooks.delete'),
};
