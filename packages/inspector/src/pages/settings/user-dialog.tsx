import { callApi } from '../../api/request.ts';
import type { InputOf } from '../../api/responses.ts';
import { RecordDialog } from '../../editor/record-dialog.tsx';
import type { Draft } from '../../editor/schema.ts';
import type { User } from './account.ts';

interface UserDialogProps {
  readonly accountId: string;
  /** The user to change. Default: the dialog adds a user with a token; a user who exists gets another token. */
  readonly user?: User | undefined;
  readonly onClose: () => void;
}

const ADD = 'POST /_admin/accounts/{account_id}/users';
const CHANGE = 'PUT /_admin/accounts/{account_id}/users/{user_id}';

/** Adds a user to the account, or changes a user's role on the account, name and time zone. */
export const UserDialog = ({ accountId, user, onClose }: UserDialogProps) => {
  const shared = { topics: ['records'] as const, onClose };
  if (user) {
    const { id, email, role, name, time_zone } = user;
    return (
      <RecordDialog
        {...shared}
        title={`Edit ${email}`}
        verb="Save"
        route={CHANGE}
        value={{ role, name, time_zone }}
        hint="The time zone of the first owner is the account's."
        done="User changed"
        onSave={(change) => callApi(CHANGE, { ...change, account_id: accountId, user_id: id })}
      />
    );
  }
  const add = (member: Draft) => callApi(ADD, { ...member, account_id: accountId } as InputOf<typeof ADD>); // the server checks it
  return (
    <RecordDialog
      {...shared}
      title="Add a user"
      verb="Add user"
      route={ADD}
      value={{ email: '', role: 'member' }}
      hint="The address of a user who exists gets another token."
      done="User added, with a token"
      onSave={add}
    />
  );
};
