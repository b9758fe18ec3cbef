import type { Campaign } from '@trickle/sdk/contract';
import { activateCampaign, pauseCampaign } from '../../domain/campaigns/status.ts';
import { listCampaignSubscribers, subscribeToCampaign } from '../../domain/campaigns/subscribe.ts';
import { pageOfRecords, requireRecord } from '../../domain/records/find-record.ts';
import type { Handlers } from '../http/handler.ts';
import { presentCampaign } from './present-campaign.ts';
import { presentSubscribers, subscriberReply } from './present-subscriber.ts';

export const campaigns: Handlers<'campaigns'> = {
  async list(call) {
    const { rows, meta } = await pageOfRecords(call.context, 'campaigns', call.query);
    const items: Campaign[] = [];
    for (const row of rows) items.push((await presentCampaign(call, row)).campaign);
    return { output: { items, meta } };
  },
  async get(call) {
    const row = await requireRecord(call.context, 'campaigns', call.parameters.campaign_id ?? '');
    const { campaign, forms } = await presentCampaign(call, row);
    return { output: { ...campaign, linked: { forms } } };
  },
  async activate({ context, parameters }) {
    await activateCampaign(context, parameters.campaign_id ?? '');
    return { output: undefined };
  },
  async pause({ context, parameters }) {
    await pauseCampaign(context, parameters.campaign_id ?? '');
    return { output: undefined };
  },
  async listSubscribers(call) {
    const { campaign_id = '' } = call.parameters;
    const { rows, meta } = await listCampaignSubscribers(call.context, campaign_id, call.query);
    return { output: { items: await presentSubscribers(call, rows), meta } };
  },
  async subscribe(call) {
    const { campaign_id = '' } = call.parameters;
    return subscriberReply(call, await subscribeToCampaign(call.context, campaign_id, call.input));
  },
};
