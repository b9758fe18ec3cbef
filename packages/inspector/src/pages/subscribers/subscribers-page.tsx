import { encoded, sendRequest } from '../../api/send-request.ts';
import { Badge, StateBadge } from '../../design/badge/badge.tsx';
import { CauseLink, urlOfRecord } from '../../design/link/link.tsx';
import { column, declareList } from '../../design/list/list.tsx';
import { copyAddresses } from '../../design/list/many.tsx';
import { numberTerm, TIME_FILTERS } from '../../design/list/term-filters.ts';
import { moneyText, numberText } from '../../design/words.ts';
import { RecordDialog } from '../../editor/record-dialog.tsx';
import { navigate } from '../../location/location.ts';
import { declarePage } from '../../records/noun-page.tsx';
import { nameOf, SUBSCRIBER } from './subscriber.tsx';

const SUBSCRIBERS = declareList('subscriber', ['GET /_admin/subscribers', 'subscribers'], {
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
    ...TIME_FILTERS,
    numberTerm('score'),
    numberTerm('value'),
  ],
  columns: [
    column.text('Subscriber', ({ email }) => email),
    column.wide(column.text('Name', nameOf, '8rem')),
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
    column.wide({ header: 'Tags', width: '12rem', cell: ({ tags }) => <FirstTags tags={tags} /> }),
    column.wide(
      column.number('Lead score', '5.5rem', ({ lead_score: score }) =>
        score === null ? '–' : numberText(score),
      ),
    ),
    column.wide(column.number('Lifetime value', '7rem', ({ lifetime_value: value }) => moneyText(value))),
    column.wide(column.time('Created', ({ created_at: at }) => at)),
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
      warning:
        'Their attributes, tags and custom fields are deleted, and they leave all campaigns and workflows.',
      async act(subscribers) {
        for (const { id } of subscribers) await sendRequest('DELETE', encoded`/subscribers/${id}`);
      },
    },
  ],
  empty: [
    'users',
    'No subscribers yet',
    'Create one here, with the SDK, or through a form. Seeds and imports appear here too.',
  ],
});

export const SubscribersPage = declarePage('subscriber', {
  lead: 'All subscribers of this account. Open one to see what happened, and why.',
  list: SUBSCRIBERS,
  // Creates a subscriber through the REST API, and opens it.
  creation: {
    button: 'Create subscriber',
    dialog: (onClose) => (
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
    ),
  },
  record: SUBSCRIBER,
});

const FirstTags = ({ tags }: { readonly tags: readonly string[] }) => (
  <span class="icon-text" title={tags.join(', ')}>
    {tags.slice(0, 2).map((tag) => (
      <Badge key={tag}>{tag}</Badge>
    ))}
    {tags.length > 2 && <span class="quiet">+{tags.length - 2}</span>}
  </span>
);
