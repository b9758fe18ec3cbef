import { accountId } from '../../api/accounts.ts';
import { useResource } from '../../api/resource.ts';
import type { PageInput } from '../../app/router.tsx';
import { LinkButton } from '../../design/button/button.tsx';
import { type Detail, DetailList } from '../../design/detail-list/detail-list.tsx';
import { IdLink } from '../../design/id-link/id-link.tsx';
import { Page, Section } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { FormPreview, orientationName } from '../../editor/form-preview.tsx';
import { BackLink } from '../../records/back-link.tsx';
import { EditButton } from '../../records/edit-button.tsx';
import { LoadedRecord, RecordPage } from '../../records/record-page.tsx';
import { editableOf, type Form } from './form.ts';
import { Submissions } from './submissions.tsx';

/** One form: how it looks in each orientation, and its submissions. */
export const FormPage = ({ id = '' }: PageInput) => {
  const forms = useResource('GET /_admin/forms', { account_id: accountId.value }, ['records', 'events']);
  return (
    <LoadedRecord of={forms} noun="Form" list={LIST}>
      {({ forms: all }) => {
        const form = all.find((one) => one.id === id);
        return form ? <Content form={form} /> : <NoForm />;
      }}
    </LoadedRecord>
  );
};

const LIST = { path: '/forms', title: 'Forms' };

const NoForm = () => (
  <Page title="Form" lead={<BackLink list={LIST} />}>
    <EmptyState icon="search" title="Form not found" />
  </Page>
);

const Content = ({ form }: { readonly form: Form }) => (
  <RecordPage
    title={form.name}
    state={form.status}
    id={form.id}
    list={LIST}
    actions={
      <>
        <LinkButton
          href={`/forms/${encodeURIComponent(form.id)}?account_id=${encodeURIComponent(accountId.value)}`}
        >
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
    }
  >
    <Section title="Preview">
      <FormPreview
        key={JSON.stringify({ ...form, submissions: 0 })} // drawn again after a change
        orientation={form.orientation}
        pageIn={(orientation) => ({
          url: `/_admin/forms/${encodeURIComponent(form.id)}/preview?${new URLSearchParams({ account_id: accountId.value, orientation })}`,
        })}
      />
    </Section>
    <Section title="Settings" isCard>
      <DetailList details={detailsOf(form)} />
    </Section>
    <Section title="Submissions">
      <Submissions formId={form.id} />
    </Section>
  </RecordPage>
);

const detailsOf = (form: Form): readonly Detail[] => [
  ['Orientation', orientationName(form.orientation)],
  ['Appears by itself', form.is_widget_enabled ? 'yes' : 'no'],
  ['Fields', form.signup.fields.map(({ label }) => label).join(', ')],
  ['Tags', form.signup.tags.join(', ')],
  [
    'Campaign',
    form.campaign_id === null ? undefined : (
      <IdLink key="campaign" type="campaign" id={form.campaign_id} text={form.campaign_name ?? undefined} />
    ),
  ],
];
