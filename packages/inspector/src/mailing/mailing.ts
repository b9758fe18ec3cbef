import { accountId } from '../api/accounts.ts';
import type { ResponseOf } from '../api/responses.ts';
import type { Figure } from '../design/figures/figures.tsx';
import { numberText, percentText } from '../design/number/number.ts';

type Broadcast = ResponseOf<'GET /_admin/broadcasts/{broadcast_id}'>;

/** An email of a campaign or broadcast. */
export type MailingEmail = Broadcast['emails'][number];

/** What became of the emails of a mailing. */
export type EmailFigures = Pick<
  MailingEmail,
  'sent' | 'opened' | 'clicked' | 'bounced' | 'complained' | 'unsubscribed'
>;

/** An email that will be sent to a subscriber. */
export type DueEmail = Broadcast['due'][number];

/** The query parameters of every operation of the chosen account. */
export const ofAccount = () => ({ account_id: accountId.value });

/** The numbers of sent emails, with rates. */
export const emailFigures = ({ sent, opened, clicked, ...others }: EmailFigures): readonly Figure[] => [
  { title: 'Sent', value: numberText(sent) },
  { title: 'Opened', value: percentText(opened, sent), note: numberText(opened) },
  { title: 'Clicked', value: percentText(clicked, sent), note: numberText(clicked) },
  {
    title: 'Unsubscribed',
    value: percentText(others.unsubscribed, sent),
    note: numberText(others.unsubscribed),
  },
  {
    title: 'Bounced',
    value: percentText(others.bounced, sent),
    note: `${numberText(others.bounced)}, complaints: ${numberText(others.complained)}`,
  },
];
