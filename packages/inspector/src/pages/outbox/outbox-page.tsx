import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ofAccount } from '../../api/accounts.ts';
import type { ResponseOf } from '../../api/request.ts';
import { encoded } from '../../api/send-request.ts';
import { Badge, StateBadge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { Code, Headers } from '../../design/code/code.tsx';
import { ConfirmButton } from '../../design/dialog/dialog.tsx';
import { CauseLink, IdLink, SafeLink, TraceLink } from '../../design/link/link.tsx';
import { column, declareList } from '../../design/list/list.tsx';
import { copyAddresses } from '../../design/list/many.tsx';
import { TIME_FILTERS } from '../../design/list/term-filters.ts';
import { DetailList, Loading, Note, Section } from '../../design/page/page.tsx';
import { Preview } from '../../design/preview/preview.tsx';
import { into } from '../../design/signals.ts';
import { Tabs } from '../../design/tabs/tabs.tsx';
import { Time } from '../../design/time/time.tsx';
import { act } from '../../design/toast/toast.tsx';
import { capitalized, counted } from '../../design/words.ts';
import { urlOf } from '../../location/location.ts';
import { serverUrl } from '../../location/server-url.ts';
import { OUTCOME_FILTER, outcomesOf } from '../../mailing/mailing.tsx';
import { comparing } from '../../records/comparing.tsx';
import { declarePage, recordById } from '../../records/noun-page.tsx';
import type { Unsupported } from './client-support.ts';
import { problemsOf } from './email-checks.ts';
import { MAJOR_CLIENTS } from './major-clients.ts';

const EMAIL = recordById('GET /_admin/outbox/{email_id}', 'email_id', ['emails', 'events'], {
  content: (email) => <EmailDetail email={email} />,
});

const EMAILS = declareList('email', ['GET /_admin/outbox', 'outbox'], {
  topics: ['emails', 'events'],
  input: { order: 'newest' },
  filters: [
    { name: 'search', label: 'Search recipient or subject' },
    {
      name: 'purpose',
      label: 'Purpose',
      all: 'All emails',
      options: ['campaign', 'broadcast', 'workflow', 'confirmation', 'notification', 'test'],
    },
    { name: 'subject', label: 'Subject', isTerm: true, takes: 'a whole subject' },
    OUTCOME_FILTER,
    ...TIME_FILTERS,
  ],
  columns: [
    { header: 'To', cell: ({ to }) => to },
    { header: 'Subject', cell: ({ subject }) => subject },
    column.wide({
      header: 'State',
      width: '7.5rem',
      cell: ({ delivery }) => {
        const [outcome] = outcomesOf(delivery);
        return outcome && <StateBadge state={outcome} />;
      },
    }),
    column.wide(column.text('Purpose', ({ purpose }) => purpose.replaceAll('_', ' '), '7rem')),
    column.wide(column.time('Sent', ({ sent_at: at }) => at)),
  ],
  many: [copyAddresses(({ to }) => to)],
  compare: comparing({
    ...{ noun: 'email', useRecord: EMAIL.useRecord },
    nameOf: ({ to, sent_at: at }) => ({ name: to, at }),
  }),
  empty: [
    'inbox',
    'No emails yet',
    () => (
      <p>
        Subscribe someone to a <a href={urlOf('/campaigns')}>campaign</a>, schedule a{' '}
        <a href={urlOf('/broadcasts')}>broadcast</a>, or advance the <a href={urlOf('/clock')}>clock</a> to
        the next email.
      </p>
    ),
  ],
});

export const OutboxPage = declarePage('email', {
  lead: 'Every email as it was sent. None leaves this machine unless SMTP is set up.',
  list: EMAILS,
  record: EMAIL,
});

type Email = ResponseOf<'GET /_admin/outbox/{email_id}'>;

interface EmailProps {
  readonly email: Email;
}

const EmailDetail = ({ email }: EmailProps) => {
  const { from, to, sent_at, subscriber_id: subscriber, cause } = email;
  const problems = problemsOf(email);
  return (
    <>
      <header class="stack">
        <h2 class="wrap">{email.subject || 'Without subject'}</h2>
        <span class="actions outbox-states">
          {outcomesOf(email.delivery).map((state) => (
            <StateBadge key={state} state={state} />
          ))}
        </span>
      </header>
      {email.delivery && <EmailActions id={email.delivery.id} />}
      {problems.length > 0 && (
        <Note tone="warn">
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Note>
      )}
      <DetailList
        details={[
          ['From', from],
          ['To', subscriber === null ? to : <IdLink key="to" type="subscriber" id={subscriber} text={to} />],
          ['Sent', <Time key="sent" at={sent_at} format="both" />],
          ['Sent by', mailingOf(email)],
          ['Cause', <CauseLink key="cause" cause={cause} />],
          ['Trace', <TraceLink key="trace" of={email.id} text="all that happened" />],
        ]}
      />
      <EmailTabs email={email} />
      <Section title="Email clients">
        <ClientSupport key={email.id} html={email.html} />
      </Section>
    </>
  );
};

const lists = new Intl.ListFormat('en-GB');

interface ClientsProps {
  readonly tone: 'bad' | 'warn';
  readonly support: string;
  readonly names: readonly string[];
}

const Clients = ({ tone, support, names }: ClientsProps) =>
  names.length === 0 ? null : (
    <div>
      <Badge tone={tone}>{support}</Badge> {lists.format(names)}
    </div>
  );

const ClientSupport = ({ html }: { readonly html: string }) => {
  const found = useSignal<readonly Unsupported[] | 'failed' | undefined>(undefined);
  useEffect(() => {
    import('./client-support.ts').then(
      ({ findUnsupported }) => into(found)(findUnsupported(html)),
      () => into(found)('failed'),
    );
  }, [html]);
  if (found.value === undefined) return <Loading rows={2} />;
  if (found.value === 'failed') return <p>The check could not be loaded. Is the server running?</p>;
  if (found.value.length === 0) {
    const clients = lists.format(MAJOR_CLIENTS.map(([name]) => name));
    return <p class="quiet">{clients} support what this email uses.</p>;
  }
  return (
    <ul class="outbox-clients">
      {found.value.map(({ title, url, missing, partial, line, more }) => (
        <li key={title}>
          <SafeLink url={url}>{title}</SafeLink>{' '}
          <span class="quiet">
            line {line}
            {more > 0 && ` and ${counted(more, 'more places')}`}
          </span>
          <Clients tone="bad" support="not in" names={missing} />
          <Clients tone="warn" support="partly in" names={partial} />
        </li>
      ))}
    </ul>
  );
};

function mailingOf({ delivery, mailing_name: name }: Email) {
  for (const type of ['campaign', 'broadcast', 'workflow'] as const) {
    const id = delivery?.[`${type}_id`];
    if (id) return <IdLink type={type} id={id} text={name ?? `${type} ${id}`} />;
  }
  return undefined;
}

/** The actions of recipients and their mail servers: the toast, and its details. */
const ACTS = {
  bounce: [
    'Email bounced',
    'A hard bounce makes the subscriber undeliverable: no further emails are sent to this address.',
  ],
  complain: [
    'Complaint recorded',
    'A spam complaint makes the subscriber undeliverable and is reported to webhooks.',
  ],
  unsubscribe: [
    'Subscriber unsubscribed',
    'This follows the unsubscribe link of the email, as the recipient would.',
  ],
} as const;

const EmailActions = ({ id }: { readonly id: string }) => (
  <div class="actions">
    <span class="quiet">Simulate</span>
    <Button
      onClick={() => act('Open recorded', 'POST /_admin/deliveries/{delivery_id}/open', { delivery_id: id })}
    >
      Open
    </Button>
    {(['bounce', 'complain', 'unsubscribe'] as const).map((verb) => {
      const [done, consequence] = ACTS[verb];
      const route = `POST /_admin/deliveries/{delivery_id}/${verb}` as const;
      return (
        <ConfirmButton
          key={verb}
          button={{ children: capitalized(verb) }}
          title={`${capitalized(verb)}?`}
          onConfirm={() => act(done, route, { delivery_id: id })}
        >
          {consequence}
        </ConfirmButton>
      );
    })}
  </div>
);

const EmailTabs = ({ email }: EmailProps) => (
  <Tabs
    label="Parts of the email"
    parameter="part"
    tabs={[
      { id: 'preview', title: 'Preview', content: <RenderedEmail email={email} /> },
      { id: 'text', title: 'Text', content: <Code label="Text part" text={email.text} /> },
      { id: 'html', title: 'HTML', content: <Code label="HTML source" text={email.html} /> },
      { id: 'headers', title: 'Headers', content: <Headers label="Headers" headers={email.headers} /> },
      { id: 'links', title: 'Links', count: email.links.length, content: <Links email={email} /> },
    ]}
  />
);

/** An email that has dark colors. Others look the same in a dark window. */
const DARK = /color-scheme/i;

const RenderedEmail = ({ email: { id, subject, html } }: EmailProps) => {
  const isDark = useSignal(false);
  const search = new URLSearchParams(ofAccount());
  const path = `/_admin${encoded`/outbox/${id}`}`;
  return (
    <Preview
      title={`Email: ${subject}`}
      path={`${path}/preview?${search}`}
      isDark={isDark.value}
      tools={
        <div class="actions">
          {DARK.test(html) && (
            <Button icon="moon" isPressed={isDark.value} onClick={() => into(isDark)(!isDark.value)}>
              Dark
            </Button>
          )}
          <a href={serverUrl(`${path}/preview?${search}`)} target="_blank" rel="noreferrer">
            Own window
          </a>
          <a href={serverUrl(`${path}/eml?${search}`)} download={`${id}.eml`}>
            Download .eml
          </a>
        </div>
      }
    />
  );
};

const CLICK = 'POST /_admin/deliveries/{delivery_id}/click';

const Links = ({ email: { links, delivery } }: EmailProps) =>
  links.length === 0 ? (
    <p class="quiet">This email has no links.</p>
  ) : (
    <ul class="outbox-links">
      {links.map(({ url, target }) => (
        <li key={url}>
          <span class="wrap">
            <SafeLink url={target} />
          </span>
          {delivery && (
            <Button onClick={() => act('Click recorded', CLICK, { delivery_id: delivery.id, url: target })}>
              Click
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
