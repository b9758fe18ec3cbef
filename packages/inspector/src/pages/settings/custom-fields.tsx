import { useSignal } from '@preact/signals';
import { callApi, inRoute } from '../../api/request.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import type { Account } from './account.ts';

/** The custom fields of the account, with a field that adds one. */
export const CustomFields = ({ account }: { readonly account: Account }) => {
  const draft = useSignal('');
  const add = async (event: Event) => {
    event.preventDefault();
    const identifier = draft.value.trim();
    if (identifier === '') return;
    const added = await attempt(`Custom field “${identifier}” created`, async () => {
      await callApi(inRoute`POST /accounts/${account.id}/custom_fields`, { body: { identifier } });
      return true;
    }, ['records']);
    if (added) draft.value = '';
  };
  return (
    <>
      {account.custom_fields.length > 0 && (
        <p class="settings-fields">
          {account.custom_fields.map((identifier) => (
            <Badge key={identifier}>{identifier}</Badge>
          ))}
        </p>
      )}
      <form class="settings-new-field" onSubmit={add}>
        <input
          class="input"
          aria-label="New custom field"
          placeholder="New custom field"
          value={draft.value}
          autocomplete="off"
          onInput={({ currentTarget }) => {
            draft.value = currentTarget.value;
          }}
        />
        <Button type="submit" icon="plus">
          Add
        </Button>
      </form>
    </>
  );
};
