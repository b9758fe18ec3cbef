import { accountId } from '../api/accounts.ts';
import type { Figure } from '../design/figures/figures.tsx';
import { numberText, percentText } from '../design/number/number.ts';

/** What became of the emails of a mailing. */
export interface EmailFigures {
  readonly sent: number;
  readonly opened: number;
  readonly clicked: number;
  readonly bounced: number;
  readonly complained: number;
  readonly unsubscribed: number;
}

/** An email of a campaign or broadcast. */
export interface MailingEmail extends EmailFigures {
  readonly id: string;
  readonly subject: string;
  readonly from_name: string | null;
  readonly from_email: string | null;
  readonly html: string;
  readonly text: string;
}

/** An email that will be sent to a subscriber. */
export interface DueEmail {
  readonly subscriber_id: string;
  readonly email: string;
  readonly email_number: number;
  readonly send_at: string;
}

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
