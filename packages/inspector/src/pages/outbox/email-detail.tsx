import { useSignal } from '@preact/signals';
import { accountId } from '../../api/accounts.ts';
import { useResource } from '../../api/resource.ts';
import { StateBadge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { classes } from '../../design/classes.ts';
import { Code, Headers } from '../../design/code/code.tsx';
import { type Detail, DetailList } from '../../design/detail-list/detail-list.tsx';
import { DeviceSwitch } from '../../design/device-switch/device-switch.tsx';
import { CauseLink, IdLink } from '../../design/id-link/id-link.tsx';
import { Note } from '../../design/note/note.tsx';
import { into } from '../../design/signals.ts';
import { Loaded } from '../../design/states/states.tsx';
import { Tabs } from '../../design/tabs/tabs.tsx';
import { Time } from '../../design/time/time.tsx';
import { type FullEmail, statesOf } from './email.ts';
import { EmailActions } from './email-actions.tsx';
import { problemsOf } from './email-checks.ts';
import { EmailLinks } from './email-links.tsx';

/** One email: rendered, as source, with its headers, its links, and what recipients can do. */
export const EmailDetail = ({ id }: { readonly id: string }) => {
  const email = useResource('GET /_admin/outbox/{email_id}', { email_id: id, account_id: accountId.value }, [
    'emails',
    'events',
  ]);
  return <Loaded of={email}>{(data) => <Content email={data} />}</Loaded>;
};

const Content = ({ email }: { readonly email: FullEmail }) => (
  <>
    <header class="outbox-title">
      <h2 class="wrap">{email.subject || 'Without subject'}</h2>
      <span class="outbox-states">
        {statesOf(email.delivery).map((state) => (
          <StateBadge key={state} state={state} />
        ))}
      </span>
    </header>
    {email.delivery && <EmailActions delivery={email.delivery} />}
    {problemsOf(email).length > 0 && (
      <Note tone="warn">
        <ul>
          {problemsOf(email).map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </Note>
    )}
    <DetailList details={detailsOf(email)} />
    <EmailTabs email={email} />
  </>
);

const detailsOf = (email: FullEmail): readonly Detail[] => {
  const { from, to, sent_at, subscriber_id, cause } = email;
  return [
    ['From', from],
    ['To', subscriber_id === null ? to : <IdLink key="to" type="subscriber" id={subscriber_id} text={to} />],
    ['Sent', <Time key="sent" at={sent_at} format="both" />],
    ['Sent by', mailingOf(email)],
    ['Cause', <CauseLink key="cause" cause={cause} />],
  ];
};

/** The campaign, broadcast or workflow that sent an email. */
function mailingOf({ delivery, mailing_name: name }: FullEmail) {
  if (delivery === null) return undefined;
  for (const type of ['campaign', 'broadcast', 'workflow'] as const) {
    const id = delivery[`${type}_id`];
    if (id !== null) return <IdLink type={type} id={id} text={name ?? `${type} ${id}`} />;
  }
  return undefined;
}

const EmailTabs = ({ email }: { readonly email: FullEmail }) => (
  <Tabs
    label="Parts of the email"
    tabs={[
      { id: 'preview', title: 'Preview', content: <EmailPreview id={email.id} subject={email.subject} /> },
      { id: 'text', title: 'Text', content: <Code label="Text part" text={email.text} /> },
      { id: 'html', title: 'HTML', content: <Code label="HTML source" text={email.html} /> },
      { id: 'headers', title: 'Headers', content: <Headers label="Headers" headers={email.headers} /> },
      { id: 'links', title: 'Links', count: email.links.length, content: <EmailLinks email={email} /> },
    ]}
  />
);

interface EmailPreviewProps {
  readonly id: string;
  readonly subject: string;
}

/** The rendered email in a frame without scripts, as wide as a desktop window or a phone, light or dark. */
const EmailPreview = ({ id, subject }: EmailPreviewProps) => {
  const isPhone = useSignal(false);
  const isDark = useSignal(false);
  const account = encodeURIComponent(accountId.value);
  const url = `/_admin/outbox/${encodeURIComponent(id)}`;
  return (
    <div class="outbox-preview">
      <div class="actions">
        <DeviceSwitch isPhone={isPhone} />
        <Button icon="moon" isPressed={isDark.value} onClick={() => into(isDark)(!isDark.value)}>
          Dark
        </Button>
        <a href={`${url}/preview?account_id=${account}`} target="_blank" rel="noreferrer">
          Own window
        </a>
        <a href={`${url}/eml?account_id=${account}`} download={`${id}.eml`}>
          Download .eml
        </a>
      </div>
      <iframe
        class={classes('outbox-frame', isPhone.value && 'is-phone', isDark.value && 'is-dark')}
        title={`Email: ${subject}`}
        sandbox=""
        src={`${url}/preview?account_id=${account}`}
      />
    </div>
  );
};
