import { accountId } from '../../api/accounts.ts';
import { useResource } from '../../api/resource.ts';
import type { PageInput } from '../../app/router.tsx';
import { StateBadge } from '../../design/badge/badge.tsx';
import { LinkButton } from '../../design/button/button.tsx';
import { type Detail, DetailList } from '../../design/detail-list/detail-list.tsx';
import { IdLink } from '../../design/id-link/id-link.tsx';
import { Page, Section } from '../../design/page/page.tsx';
import { EmptyState, Loaded } from '../../design/states/states.tsx';
import { urlOf } from '../../location/location.ts';
import { type Form, nameOf } from './form.ts';
import { FormPreview } from './form-preview.tsx';
import { Submissions } from './submissions.tsx';

/** One form: how it looks in each orientation, and its submissions. */
export const FormPage = ({ parameters: { form_id: id = '' } }: PageInput) => {
  const forms = useResource<{ readonly forms: readonly Form[] }>('/forms', { account_id: accountId.value }, [
    'records',
    'events',
  ]);
  return (
    <Loaded of={forms}>
      {({ forms: all }) => {
        const form = all.find((one) => one.id === id);
        return form ? <Content form={form} /> : <EmptyState icon="search" title="Form not found" />;
      }}
    </Loaded>
  );
};

const Content = ({ form }: { readonly form: Form }) => (
  <Page
    title={form.name}
    lead={
      <a href={urlOf('/forms')} data-close>
        All forms
      </a>
    }
    actions={
      <LinkButton
        href={`/forms/${encodeURIComponent(form.id)}?account_id=${encodeURIComponent(accountId.value)}`}
      >
        Open hosted page
      </LinkButton>
    }
  >
    <FormPreview form={form} />
    <Section title="Settings" isCard>
      <DetailList details={detailsOf(form)} />
    </Section>
    <Section title="Submissions">
      <Submissions formId={form.id} />
    </Section>
  </Page>
);

const detailsOf = (form: Form): readonly Detail[] => [
  ['Status', <StateBadge key="status" state={form.status} />],
  ['Orientation', nameOf(form.orientation)],
  ['Appears by itself', form.is_widget_enabled ? 'yes' : 'no'],
  ['Fields', form.signup.fields.map(({ label }) => label).join(', ')],
  ['Tags', form.signup.tags.join(', ')],
  [
    'Campaign',
    form.campaign_id === null ? undefined : <IdLink key="campaign" type="campaign" id={form.campaign_id} />,
  ],
  [
    'Id',
    <span key="id" class="mono">
      {form.id}
    </span>,
  ],
];
