import type { Campaign } from '@trickle/sdk/contract';
import { activateCampaign, pauseCampaign } from '../../domain/campaigns/campaigns.ts';
import { listCampaignSubscribers, subscribeToCampaign } from '../../domain/campaigns/subscribe.ts';
import { pageOfRecords, requireRecord } from '../../domain/records/record.ts';
import { countCampaign } from '../../store/queries/mailings.ts';
import { listRecords, type RecordRow } from '../../store/tables/records.ts';
import { type Handlers, noContent } from '../http/handler.ts';
import { presentForm } from './forms.ts';
import { type Presenting, presentColumns } from './present-record.ts';
import { presentSubscribers, subscriberReply } from './subscribers.ts';

async function presentCampaign(call: Presenting, row: RecordRow<'campaigns'>) {
  const { tx, accountId } = call.context;
  const { rows } = await listRecords(tx, accountId, 'forms', { parentIds: [row.id] });
  const forms = rows.map((form) => presentForm(call, form));
  const figures = await countCampaign(tx, accountId, row.id);
  const { links, ...frame } = presentColumns(call, 'campaigns', row);
  const { emails, confirmation_email, ...members } = row.data;
  const [first] = forms;
  const rateOf = (count: number) => (figures.sent === 0 ? 0 : count / figures.sent);
  const campaign: Campaign = {
    ...frame,
    ...members,
    name: row.name,
    status: row.status,
    email_count: emails.length,
    active_subscriber_count: figures.active,
    unsubscribed_subscriber_count: figures.unsubscribed,
    email_open_rate: rateOf(figures.opened),
    email_click_rate: rateOf(figures.clicked),
    links: { ...links, forms: forms.map(({ id }) => id) },
    ...(first && { forms: first }),
  };
  return { campaign, forms };
}

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
  activate: noContent(({ context, parameters }) => activateCampaign(context, parameters.campaign_id ?? '')),
  pause: noContent(({ context, parameters }) => pauseCampaign(context, parameters.campaign_id ?? '')),
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
