import { useResource } from '../../api/resource.ts';
import type { PageInput } from '../../app/router.tsx';
import { Figures } from '../../design/figures/figures.tsx';
import { Section } from '../../design/page/page.tsx';
import { Time } from '../../design/time/time.tsx';
import { DeliveryTable } from '../../mailing/delivery-table.tsx';
import { DueTable } from '../../mailing/due-table.tsx';
import { EmailPreview } from '../../mailing/email-preview.tsx';
import { emailFigures, ofAccount } from '../../mailing/mailing.ts';
import { LoadedRecord, RecordPage } from '../../records/record-page.tsx';
import type { Broadcast } from './broadcast.ts';
import { BroadcastActions } from './broadcast-actions.tsx';

/** One broadcast: its numbers, its email, its recipients. */
export const BroadcastPage = ({ id = '' }: PageInput) => {
  const broadcast = useResource(
    'GET /_admin/broadcasts/{broadcast_id}',
    { broadcast_id: id, ...ofAccount() },
    ['records', 'emails', 'clock'],
  );
  return (
    <LoadedRecord of={broadcast} noun="Broadcast" list={LIST}>
      {(data) => <Content broadcast={data} />}
    </LoadedRecord>
  );
};

const LIST = { path: '/broadcasts', title: 'Broadcasts' };

const Content = ({ broadcast }: { readonly broadcast: Broadcast }) => {
  const { id, name, status, due, emails, send_at: at } = broadcast;
  const [email] = emails;
  return (
    <RecordPage
      title={name}
      state={status}
      id={id}
      list={LIST}
      actions={<BroadcastActions broadcast={broadcast} />}
    >
      <Figures
        figures={[
          {
            title: 'Send time',
            value: <Time at={at} />,
            note: at === null ? 'not scheduled' : <Time at={at} format="absolute" />,
          },
          ...emailFigures(broadcast),
        ]}
      />
      {email && (
        <Section title="Email">
          <EmailPreview email={email} choice={{ broadcast_id: id }} recipient={due[0]?.email} />
        </Section>
      )}
      <div class="columns">
        <DueTable due={due} isSeries={false} />
        <DeliveryTable broadcast_id={id} />
      </div>
    </RecordPage>
  );
};
