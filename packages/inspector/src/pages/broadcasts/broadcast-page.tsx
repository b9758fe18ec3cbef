import { useResource } from '../../api/resource.ts';
import type { PageInput } from '../../app/router.tsx';
import { StateBadge } from '../../design/badge/badge.tsx';
import { CopyButton } from '../../design/copy-button/copy-button.tsx';
import { Figures } from '../../design/figures/figures.tsx';
import { Page, Section } from '../../design/page/page.tsx';
import { Loaded } from '../../design/states/states.tsx';
import { Time } from '../../design/time/time.tsx';
import { BackLink } from '../../mailing/back-link.tsx';
import { DeliveryTable } from '../../mailing/delivery-table.tsx';
import { DueTable } from '../../mailing/due-table.tsx';
import { EmailPreview } from '../../mailing/email-preview.tsx';
import { emailFigures, ofAccount } from '../../mailing/mailing.ts';
import type { Broadcast } from './broadcast.ts';
import { BroadcastActions } from './broadcast-actions.tsx';

/** One broadcast: its numbers, its email, its recipients. */
export const BroadcastPage = ({ parameters: { broadcast_id: id = '' } }: PageInput) => {
  const broadcast = useResource<Broadcast>(`/broadcasts/${encodeURIComponent(id)}`, ofAccount(), [
    'records',
    'emails',
    'clock',
  ]);
  if (!broadcast.data) {
    return (
      <Page title="Broadcast" lead={<BackLink path="/broadcasts">Broadcasts</BackLink>}>
        <Loaded of={broadcast}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Content broadcast={broadcast.data} />;
};

const Content = ({ broadcast }: { readonly broadcast: Broadcast }) => {
  const { id, name, status, due, emails, send_at: at } = broadcast;
  const [email] = emails;
  return (
    <Page
      title={
        <span class="record-title">
          {name} <StateBadge state={status} />
        </span>
      }
      lead={
        <span class="record-lead">
          <BackLink path="/broadcasts">Broadcasts</BackLink>
          <span class="mono">{id}</span>
          <CopyButton text={id} />
        </span>
      }
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
    </Page>
  );
};
