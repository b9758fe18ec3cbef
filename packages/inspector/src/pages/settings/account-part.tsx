import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { callApi, parseObject } from '../../api/request.ts';
import { Button } from '../../design/button/button.tsx';
import { labelOf } from '../../design/capitalized.ts';
import { type Detail, DetailList } from '../../design/detail-list/detail-list.tsx';
import { Field } from '../../design/field/field.tsx';
import { Section } from '../../design/page/page.tsx';
import { bind } from '../../design/signals.ts';
import { Time } from '../../design/time/time.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { EditButton } from '../../records/edit-button.tsx';
import type { Account } from './account.ts';
import { CustomFields } from './custom-fields.tsx';

/** The account itself: its settings, and a form that adds data to it. */
export const AccountPart = ({ account }: { readonly account: Account }) => (
  <div class="columns">
    <Section
      title="Account"
      isCard
      actions={
        <EditButton
          noun="account"
          route="POST /_admin/accounts/{account_id}/seed"
          ids={{ account_id: account.id }}
          value={{ ...account.settings }}
        />
      }
    >
      <DetailList
        details={[
          ['Id', account.id],
          ['Created', <Time key="created" at={account.created_at} format="both" />],
          ['Clock', account.has_own_clock ? 'its own' : "the server's"],
          ...Object.entries(account.settings).map(
            ([name, value]): Detail => [labelOf(name), settingText(value)],
          ),
        ]}
      />
    </Section>
    <div class="settings-side">
      <Section title="Custom fields" isCard>
        <CustomFields account={account} />
      </Section>
      <Section title="Add data" isCard>
        <AddData accountId={account.id} />
      </Section>
    </div>
  </div>
);

function settingText(value: unknown): ComponentChildren {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null || typeof value === 'string') return value;
  return <span class="mono settings-json">{JSON.stringify(value, null, 2)}</span>;
}

const EXAMPLE = `{
  "subscribers": [{ "email": "ann@example.com", "tags": ["vip"] }],
  "campaigns": [{ "name": "Welcome", "status": "active",
    "emails": [{ "subject": "Welcome", "html_body": "<p>Hi!</p>" }] }]
}`;

const AddData = ({ accountId }: { readonly accountId: string }) => {
  const text = useSignal(EXAMPLE);
  const add = (event: Event) => {
    event.preventDefault();
    void attempt(
      'Data added',
      async () =>
        callApi('POST /_admin/accounts/{account_id}/seed', {
          ...parseObject(text.value),
          account_id: accountId,
        }),
      'all',
    );
  };
  return (
    <form class="form" onSubmit={add}>
      <Field
        label="Seed data as JSON"
        rows={10}
        isCode
        {...bind(text)}
        hint="Records that the API cannot create, such as campaigns, workflows and forms. Settings of the account are changed."
      />
      <div class="actions">
        <Button type="submit" look="primary">
          Add data
        </Button>
      </div>
    </form>
  );
};
