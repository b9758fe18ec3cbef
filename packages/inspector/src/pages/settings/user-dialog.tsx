import { useSignal } from '@preact/signals';
import { callApi, inRoute } from '../../api/request.ts';
import { FormDialog } from '../../design/dialog/form-dialog.tsx';
import { Field, Select } from '../../design/field/field.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import type { User } from './account.ts';

const ROLES = ['owner', 'member', 'viewer'];

interface AddUserProps {
  readonly accountId: string;
  readonly onClose: () => void;
}

/** Adds a user with a token. A user who exists gets another token. */
export const AddUser = ({ accountId, onClose }: AddUserProps) => {
  const email = useSignal('');
  const role = useSignal('member');
  const add = () =>
    attempt(
      'User added, with a token',
      () =>
        callApi<object>(inRoute`POST /accounts/${accountId}/users`, {
          body: { email: email.value, role: role.value },
        }),
      ['records'],
    );
  return (
    <FormDialog title="Add a user" verb="Add user" onSubmit={add} onClose={onClose}>
      <Field
        label="Email"
        type="email"
        isRequired
        value={email.value}
        hint="The address of a user who exists gets another token."
        onInput={(value) => {
          email.value = value;
        }}
      />
      <Select
        label="Role"
        value={role.value}
        options={ROLES}
        onInput={(value) => {
          role.value = value;
        }}
      />
    </FormDialog>
  );
};

interface EditUserProps extends AddUserProps {
  readonly user: User;
}

/** Changes a user's role on the account, name and time zone. */
export const EditUser = ({ accountId, user, onClose }: EditUserProps) => {
  const role = useSignal(user.role);
  const name = useSignal(user.name ?? '');
  const zone = useSignal(user.time_zone);
  const save = () =>
    attempt('User changed', async () => {
      const body = { role: role.value, name: name.value, time_zone: zone.value };
      await callApi(inRoute`PUT /accounts/${accountId}/users/${user.id}`, { body });
      return true;
    }, ['records']);
  return (
    <FormDialog title={`Edit ${user.email}`} verb="Save" onSubmit={save} onClose={onClose}>
      <Select
        label="Role"
        value={role.value}
        options={ROLES}
        onInput={(value) => {
          role.value = value;
        }}
      />
      <Field
        label="Name"
        value={name.value}
        onInput={(value) => {
          name.value = value;
        }}
      />
      <Field
        label="Time zone"
        isRequired
        value={zone.value}
        hint="For example Europe/Berlin. That of the first owner is the account's."
        onInput={(value) => {
          zone.value = value;
        }}
      />
    </FormDialog>
  );
};
