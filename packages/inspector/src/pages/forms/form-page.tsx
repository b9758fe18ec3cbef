import { accountId, ofAccount } from '../../api/accounts.ts';
import { ApiError } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import type { Item } from '../../api/responses.ts';
import { encoded } from '../../api/send-request.ts';
import type { PageInput } from '../../app/router.tsx';
import { Website } from '../../app/website.tsx';
import { LinkButton } from '../../design/button/button.tsx';
import { DetailList } from '../../design/detail-list/detail-list.tsx';
import { IdLink, urlOfRecord } from '../../design/id-link/id-link.tsx';
import { declareList, List } from '../../design/list/list.tsx';
import { Section } from '../../design/page/page.tsx';
import { causeColumn, textColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import { FormPreview, orientationName } from '../../editor/form-preview.tsx';
import { serverUrl } from '../../location/server-url.ts';
import { EditButton } from '../../records/buttons.tsx';
import { RecordPage } from '../../records/record-page.tsx';

type Form = Item<'GET /_admin/forms', 'forms'>;

/** One form: how it looks in each orientation, and its submissions. */
export const FormPage = ({ id = '' }: PageInput) => {
  const { data, ...forms } = useResource('GET /_admin/forms', ofAccount(), ['records', 'events']);
  const form = data?.forms.find((one) => one.id === id);
  const missing = data && !form ? new ApiError(404, [{ message: `There is no form ${id}.` }]) : undefined;
  return <RecordPage declaration={FORM} of={{ ...forms, data: form, error: forms.error ?? missing }} />;
};

const FORM = {
  noun: 'Form',
  list: { path: '/forms', title: 'Forms' },
  headOf: ({ name, status, id }: Form) => ({ title: name, state: status, id }),
  actions: (form: Form) => (
    <>
      <LinkButton href={serverUrl(`${encoded`/forms/${form.id}`}?${new URLSearchParams(ofAccount())}`)}>
        Open hosted page
      </LinkButton>
      <EditButton
        noun="form"
        nouns="forms"
        route="PUT /_admin/forms/{form_id}"
        ids={{ form_id: form.id }}
        value={editableOf(form)}
      />
    </>
  ),
  content: (form: Form) => (
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
};

/** What can be changed in a form, in the format of a seed. */
const editableOf = ({ signup, ...form }: Form) => ({
  headline: form.headline,
  description: form.description,
  orientation: form.orientation,
  is_widget_enabled: form.is_widget_enabled,
  seconds_before_popup: form.seconds_before_popup,
  popup_trigger: signup.popup_trigger,
  scroll_depth: signup.scroll_depth,
  hide_on_mobile: form.hide_on_mobile,
  primary_color: form.primary_color,
  secondary_color: form.secondary_color,
  fields: signup.fields,
  tags: signup.tags,
  campaign_id: form.campaign_id,
  eu_consent: signup.eu_consent ?? null,
  privacy_url: signup.privacy_url ?? null,
  decline_text: signup.decline_text ?? null,
  redirect_url: signup.redirect_url ?? null,
  button_text: form.button_text,
  confirmation_heading: form.confirmation_heading,
  confirmation_text: form.confirmation_text,
  confirmation_code: signup.confirmation_code ?? null,
  appearance: signup.appearance,
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

const SUBMISSIONS = declareList('GET /_admin/form_submissions', 'form_submissions', {
  noun: 'submissions',
  topics: ['records', 'events'],
  input: { order: 'newest' },
  columns: [
    textColumn('Subscriber', ({ email, subscriber_id: id }) => email ?? id),
    wideOnly({ header: 'Page', look: 'quiet', cell: ({ url }) => url ?? 'hosted page' }),
    causeColumn('7rem'),
    timeColumn('Submitted', ({ submitted_at: at }) => at),
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
