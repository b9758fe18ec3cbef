import type { Handlers } from '../http/handler.ts';
import { notYet } from './not-yet.ts';

export const campaignSubscriptions: Handlers<'campaignSubscriptions'> = {
  list: notYet('campaignSubscriptions.list'),
};
