import { callApi } from '../../api/request.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { AddField } from '../../design/field/add-field.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import type { Account } from './account.ts';

/** The custom fields of the account, with a field that adds one. */
export const CustomFields = ({ account }: { readonly account: Account }) => {
  const add = (identifier: string) =>
    attempt(`Custom field “${identifier}” created`, async () => {
      await callApi('POST /_admin/accounts/{account_id}/custom_fields', {
        account_id: account.id,
        identifier,
      });
      return true;
    }, ['records']);
  return (
    <>
      {account.custom_fields.length > 0 && (
        <p class="settings-fields">
          {account.custom_fields.map((identifier) => (
            <Badge key={identifier}>{identifier}</Badge>
          ))}
        </p>
      )}
      <AddField label="New custom field" onAdd={add} />
    </>
  );
};
