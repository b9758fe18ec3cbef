import type { Campaign } from '@trickle/sdk/contract';
import { countCampaign } from '../../store/tables/campaign-figures.ts';
import { listRecords, type RecordRow } from '../../store/tables/records.ts';
import { presentForm } from './forms.ts';
import { type Presenting, presentColumns } from './present-record.ts';

/** A campaign's API representation, with statistics and linked forms. */
export async function presentCampaign(call: Presenting, row: RecordRow<'campaigns'>) {
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
