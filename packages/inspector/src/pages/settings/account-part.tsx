import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { callForAccount } from '../../api/accounts.ts';
import { parseObject } from '../../api/request.ts';
import type { ResponseOf } from '../../api/responses.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { labelOf } from '../../design/capitalized.ts';
import { type Detail, DetailList } from '../../design/detail-list/detail-list.tsx';
import { AddField } from '../../design/field/add-field.tsx';
import { Field } from '../../design/field/field.tsx';
import { numberText } from '../../design/number/number.ts';
import { Section } from '../../design/page/page.tsx';
import { bind } from '../../design/signals.ts';
import { Time } from '../../design/time/time.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { EditButton } from '../../records/buttons.tsx';

interface AccountProps {
  readonly account: ResponseOf<'GET /_admin/accounts/{account_id}'>;
}

/** The account itself: its settings, and a form that adds data to it. */
export const AccountPart = ({ account }: AccountProps) => (
  <div class="columns">
    <Section
      title="Account"
      isCard
      actions={
        <EditButton
          noun="account"
          route="POST /_admin/accounts/{account_id}/seed"
          ids={{}}
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
    <div class="stack">
      <Section title="Custom fields" isCard>
        <CustomFields account={account} />
      </Section>
      <Section title="Add data" isCard>
        <AddData />
      </Section>
    </div>
  </div>
);

function settingText(value: unknown): ComponentChildren {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null || typeof value === 'string') return value;
  return <span class="mono settings-json">{JSON.stringify(value, null, 2)}</span>;
}

/** The custom fields of the account, with a field that adds one. */
const CustomFields = ({ account: { custom_fields: fields } }: AccountProps) => {
  const add = (identifier: string) =>
    attempt(`Custom field “${identifier}” created`, async () => {
      await callForAccount('POST /_admin/accounts/{account_id}/custom_fields', { identifier });
      return true;
    });
  return (
    <>
      {fields.length > 0 && (
        <p class="actions">
          {fields.map((identifier) => (
            <Badge key={identifier}>{identifier}</Badge>
          ))}
        </p>
      )}
      <AddField label="New custom field" onAdd={add} />
    </>
  );
};

const EXAMPLE = `{
  "subscribers": [{ "email": "ann@example.com", "tags": ["vip"] }],
  "campaigns": [{ "name": "Welcome", "status": "active",
    "emails": [{ "subject": "Welcome", "html_body": "<p>Hi!</p>" }] }]
}`;

const AddData = () => {
  const text = useSignal(EXAMPLE);
  const add = (event: Event) => {
    event.preventDefault();
    void attempt('Data added', async () =>
      callForAccount('POST /_admin/accounts/{account_id}/seed', parseObject(text.value)),
    );
  };
  return (
    <form class="stack" onSubmit={add}>
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

const LIMITS: Readonly<Record<string, string>> = {
  individual: 'Single requests per hour',
  batch: 'Batch requests per hour',
  records: 'Records in batches per hour',
  concurrency: 'One update of a subscriber at a time',
  retry_after: 'Retry-After header',
  window_offset: 'Offset of the hour in seconds',
  script_visitor: 'Page script requests per visitor and minute',
  script_address: 'Page script requests per address and minute',
  signups_address: 'Signups per address and hour',
  signups_account: 'Signups per account and hour',
};

/** The limits in force. */
export const LimitsPart = ({ account: { limits } }: AccountProps) => (
  <Section title="Limits in force" isCard>
    {limits === null ? (
      <p class="quiet">Limits are switched off for this server.</p>
    ) : (
      <DetailList
        details={Object.entries(limits).map(
          ([name, value]): Detail => [
            LIMITS[name] ?? name,
            typeof value === 'number' ? numberText(value) : value ? 'yes' : 'no',
          ],
        )}
      />
    )}
    <p class="quiet">Limits are set when the server starts.</p>
  </Section>
);
