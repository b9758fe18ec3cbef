import type { Handlers } from '../http/handler.ts';
import { notYet } from './not-yet.ts';

export const campaigns: Handlers<'campaigns'> = {
  list: notYet('campaigns.list'),
  get: notYet('campaigns.get'),
  activate: notYet('campaigns.activate'),
  pause: notYet('campaigns.pause'),
  listSubscribers: notYet('campaigns.listSubscribers'),
  subscribe: notYet('campaigns.subscribe'),
};
