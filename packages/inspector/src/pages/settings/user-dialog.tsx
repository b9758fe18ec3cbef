import { useSignal } from '@preact/signals';
import { callApi } from '../../api/request.ts';
import { FormDialog } from '../../design/dialog/form-dialog.tsx';
import { Field, Select } from '../../design/field/field.tsx';
import { bind } from '../../design/signals.ts';
import { attempt } from '../../design/toast/toast.tsx';
import type { User } from './account.ts';

const ROLES = ['owner', 'member', 'viewer'] as const;

interface UserDialogProps {
  readonly accountId: string;
  /** The user to change. Default: the dialog adds a user with a token; a user who exists gets another token. */
  readonly user?: User | undefined;
  readonly onClose: () => void;
}

/** Adds a user to the account, or changes a user's role on the account, name and time zone. */
export const UserDialog = ({ accountId, user, onClose }: UserDialogProps) => {
  const email = useSignal('');
  const role = useSignal<(typeof ROLES)[number]>(user?.role ?? 'member');
  const name = useSignal(user?.name ?? '');
  const zone = useSignal(user?.time_zone ?? '');
  const save = () =>
    attempt(user ? 'User changed' : 'User added, with a token', async () => {
      const member = { account_id: accountId, role: role.value };
      if (user) {
        const change = { ...member, user_id: user.id, name: name.value, time_zone: zone.value };
        await callApi('PUT /_admin/accounts/{account_id}/users/{user_id}', change);
      } else {
        await callApi('POST /_admin/accounts/{account_id}/users', { ...member, email: email.value });
      }
      return true;
    }, ['records']);
  const [title, verb] = user ? [`Edit ${user.email}`, 'Save'] : ['Add a user', 'Add user'];
  return (
    <FormDialog title={title} verb={verb} onSubmit={save} onClose={onClose}>
      {!user && (
        <Field
          label="Email"
          type="email"
          isRequired
          {...bind(email)}
          hint="The address of a user who exists gets another token."
        />
      )}
      <Select label="Role" {...bind(role)} options={ROLES} />
      {user && (
        <>
          <Field label="Name" {...bind(name)} />
          <Field
            label="Time zone"
            isRequired
            {...bind(zone)}
            hint="For example Europe/Berlin. That of the first owner is the account's."
          />
        </>
      )}
    </FormDialog>
  );
};
