import type { Item } from '../../api/responses.ts';
import { encoded, sendRequest } from '../../api/send-request.ts';
import { Badge, StateBadge } from '../../design/badge/badge.tsx';
import type { ButtonProps } from '../../design/button/button.tsx';
import { DialogButton } from '../../design/dialog/dialog-button.tsx';
import { CauseLink, urlOfRecord } from '../../design/id-link/id-link.tsx';
import { declareList, List } from '../../design/list/list.tsx';
import { copyAddresses } from '../../design/list/many.tsx';
import { numberTerm, timeFilters } from '../../design/list/term-filters.ts';
import { moneyText, numberText } from '../../design/number/number.ts';
import { Page } from '../../design/page/page.tsx';
import { numberColumn, textColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import { RecordDialog } from '../../editor/record-dialog.tsx';
import { navigate } from '../../location/location.ts';
import { nameOf } from './name-of.ts';

/** All subscribers, with search, filters and sorting. */
export const SubscribersPage = () => (
  <Page
    title="Subscribers"
    lead="All subscribers of this account. Open one to see what happened, and why."
    actions={<CreateButton look="primary" />}
  >
    <List of={SUBSCRIBERS} />
  </Page>
);

/** Creates a subscriber through the REST API, and opens it. */
const CreateButton = ({ look = 'plain' }: Pick<ButtonProps, 'look'>) => (
  <DialogButton
    icon="plus"
    look={look}
    parameter={look === 'primary' ? 'create' : undefined}
    dialog={(onClose) => (
      <RecordDialog
        title="Create a subscriber"
        verb="Create"
        route="POST /v2/{account_id}/subscribers"
        value={{ email: '', first_name: '', last_name: '', tags: [] }}
        hint="A subscriber who has the address is updated."
        done="Subscriber created"
        onClose={onClose}
        onSave={async (record) => {
          const sent = await sendRequest('POST', '/subscribers', { subscribers: [record] });
          const { subscribers } = sent.body as { readonly subscribers?: readonly { id: string }[] }; // of the operation
          if (subscribers?.[0]) navigate(urlOfRecord('subscriber', subscribers[0].id));
          return sent;
        }}
      />
    )}
  >
    Create subscriber
  </DialogButton>
);

type SubscriberRow = Item<'GET /_admin/subscribers', 'subscribers'>;

const SUBSCRIBERS = declareList('GET /_admin/subscribers', 'subscribers', {
  noun: 'subscribers',
  topics: ['records'],
  filters: [
    { name: 'search', label: 'Search email, name, id or user id' },
    {
      name: 'status',
      label: 'Status',
      all: 'Any status',
      options: [
        ['active', 'Active'],
        ['unsubscribed', 'Unsubscribed'],
        ['undeliverable', 'Undeliverable'],
        ['removed', 'Removed'],
      ],
    },
    { name: 'tag', label: 'Tag', all: 'Any tag', options: (rows) => rows.flatMap(({ tags }) => tags) },
    {
      name: 'sort',
      label: 'Order',
      options: [
        ['created_at-newest', 'Newest first'],
        ['created_at-oldest', 'Oldest first'],
        ['email-oldest', 'Email, A to Z'],
        ['email-newest', 'Email, Z to A'],
        ['lead_score-newest', 'Highest lead score'],
        ['lifetime_value-newest', 'Highest lifetime value'],
      ],
      initial: () => 'created_at-newest',
      toInput: (value) => {
        const [sort, order] = value.split('-');
        return { sort, order };
      },
    },
    ...timeFilters<SubscriberRow>(),
    numberTerm('score', ({ lead_score: score }) => score),
    numberTerm('value', ({ lifetime_value: cents }) => cents / 100),
  ],
  columns: [
    textColumn('Subscriber', ({ email }) => email),
    wideOnly(textColumn('Name', nameOf, '8rem')),
    {
      header: 'Status',
      width: '11rem',
      cell: ({ status, unsubscribed }) => (
        <>
          <StateBadge state={status} />
          {unsubscribed && (
            <span class="cell-note quiet">
              by <CauseLink cause={unsubscribed.cause} />
            </span>
          )}
        </>
      ),
    },
    wideOnly({ header: 'Tags', width: '12rem', cell: ({ tags }) => <FirstTags tags={tags} /> }),
    wideOnly(
      numberColumn('Lead score', '5.5rem', ({ lead_score: score }) =>
        score === null ? '–' : numberText(score),
      ),
    ),
    wideOnly(numberColumn('Lifetime value', '7rem', ({ lifetime_value: value }) => moneyText(value))),
    wideOnly(timeColumn('Created', ({ created_at: at }) => at)),
  ],
  many: [
    {
      title: 'Tag',
      done: 'tagged',
      icon: 'plus',
      field: 'Tag',
      async act(subscribers, tag) {
        for (const { email } of subscribers) await sendRequest('POST', '/tags', { tags: [{ email, tag }] });
      },
    },
    copyAddresses(({ email }) => email),
    {
      title: 'Delete',
      done: 'deleted',
      icon: 'trash',
      warning: 'The subscribers and what they did are deleted. This cannot be undone.',
      async act(subscribers) {
        for (const { id } of subscribers) await sendRequest('DELETE', encoded`/subscribers/${id}`);
      },
    },
  ],
  hrefOf: ({ id }) => urlOfRecord('subscriber', id),
  empty: [
    'users',
    'No subscribers yet',
    () => (
      <>
        <p>Create one here, with the SDK, or through a form. Seeds and imports appear here too.</p>
        <CreateButton />
      </>
    ),
  ],
});

const FirstTags = ({ tags }: { readonly tags: readonly string[] }) => (
  <span class="subscriber-tags" title={tags.join(', ')}>
    {tags.slice(0, 2).map((tag) => (
      <Badge key={tag}>{tag}</Badge>
    ))}
    {tags.length > 2 && <span class="quiet">+{tags.length - 2}</span>}
  </span>
);
