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

/** The numbers of sent emails, with rates. */
export const emailFigures = ({ sent, bounced, complained, ...others }: EmailFigures): readonly Figure[] => {
  const rate = (title: string, count: number, note = numberText(count)) => ({
    ...{ title, value: percentText(count, sent), note },
  });
  return [
    { title: 'Sent', value: numberText(sent) },
    rate('Opened', others.opened),
    rate('Clicked', others.clicked),
    rate('Unsubscribed', others.unsubscribed),
    rate('Bounced', bounced, `${numberText(bounced)}, complaints: ${numberText(complained)}`),
  ];
};
