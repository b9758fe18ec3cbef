import { accountId, ofAccount } from '../../api/accounts.ts';
import type { Item } from '../../api/request.ts';
import { encoded } from '../../api/send-request.ts';
import { Website } from '../../app/website.tsx';
import { LinkButton } from '../../design/button/button.tsx';
import { IdLink, urlOfRecord } from '../../design/link/link.tsx';
import { column, declareList, List } from '../../design/list/list.tsx';
import { recordFilters } from '../../design/list/term-filters.ts';
import { DetailList, Section } from '../../design/page/page.tsx';
import { numberText } from '../../design/words.ts';
import { FormPreview, orientationName } from '../../editor/preview-asides.tsx';
import { serverUrl } from '../../location/server-url.ts';
import { creationOf, EditRecord, noneYet } from '../../records/buttons.tsx';
import { declarePage, recordInList } from '../../records/noun-page.tsx';

type Form = Item<'GET /_admin/forms', 'forms'>;

const FORMS = declareList('form', ['GET /_admin/forms', 'forms'], {
  topics: ['records', 'events'],
  isWhole: true,
  filters: recordFilters('forms'),
  columns: [
    column.text('Form', ({ name }) => name),
    column.wide(column.state('Status', '6.5rem', ({ status }) => status)),
    column.wide(column.text('Orientation', ({ orientation }) => orientationName(orientation), '12rem')),
    column.number('Submissions', '7rem', ({ submissions }) => numberText(submissions)),
  ],
  empty: noneYet('form'),
});

export const FormsPage = declarePage('form', {
  lead: 'Signup forms as your pages show them, and what visitors sent.',
  creation: creationOf('form', {
    headline: 'Coffee news',
    description: 'New harvests, twice a month.',
    orientation: 'bottom_right_tab',
    fields: [{ name: 'email' }, { name: 'first_name' }],
    tags: ['newsletter'],
    button_text: 'Subscribe',
    confirmation_heading: 'Thank you',
    confirmation_text: 'The next letter comes on Monday.',
  }),
  list: FORMS,
  record: recordInList(FORMS, {
    actions: (form) => (
      <>
        <LinkButton href={serverUrl(`${encoded`/forms/${form.id}`}?${new URLSearchParams(ofAccount())}`)}>
          Open hosted page
        </LinkButton>
        <EditRecord noun="form" id={form.id} value={{ ...form, ...form.signup }} />
      </>
    ),
    content: (form) => (
      <>
        <Section title="Preview">
          <FormPreview
            key={JSON.stringify({ ...form, submissions: 0 })} // drawn again after a change
            orientation={form.orientation}
            pageIn={(orientation) => ({
              path: `/_admin${encoded`/forms/${form.id}`}/preview?${new URLSearchParams({ account_id: accountId.value, orientation })}`,
            })}
          />
        </Section>
        <Section title="Settings" isCard>
          <Settings form={form} />
        </Section>
        <Section title="Submissions">
          <List of={SUBMISSIONS} input={{ form_id: form.id }} />
        </Section>
      </>
    ),
  }),
});

const Settings = ({ form }: { readonly form: Form }) => (
  <DetailList
    details={[
      ['Orientation', orientationName(form.orientation)],
      ['Appears by itself', form.is_widget_enabled ? 'yes' : 'no'],
      ['Fields', form.signup.fields.map(({ label }) => label).join(', ')],
      ['Tags', form.signup.tags.join(', ')],
      [
        'Campaign',
        form.campaign_id === null ? undefined : (
          <IdLink type="campaign" id={form.campaign_id} text={form.campaign_name ?? undefined} />
        ),
      ],
    ]}
  />
);

const SUBMISSIONS = declareList('form', ['GET /_admin/form_submissions', 'form_submissions'], {
  noun: 'submissions',
  topics: ['records', 'events'],
  input: { order: 'newest' },
  columns: [
    column.text('Subscriber', ({ email, subscriber_id: id }) => email ?? id),
    column.wide({ header: 'Page', look: 'quiet', cell: ({ url }) => url ?? 'hosted page' }),
    column.cause('7rem'),
    column.time('Submitted', ({ submitted_at: at }) => at),
  ],
  hrefOf: ({ subscriber_id: id }) => urlOfRecord('subscriber', id),
  empty: [
    'form',
    'No submissions yet',
    () => (
      <p>
        Send the hosted page, or a form on the <Website /> of the account.
      </p>
    ),
  ],
});
