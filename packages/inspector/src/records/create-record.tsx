import { accountId } from '../api/accounts.ts';
import { callApi } from '../api/request.ts';
import type { InputOf } from '../api/responses.ts';
import { capitalized } from '../design/capitalized.ts';
import { DialogButton } from '../design/dialog/dialog-button.tsx';
import { navigate } from '../location/location.ts';
import { JsonDialog } from './json-dialog.tsx';

/** How records of a kind are created. */
export interface Creation {
  /** For example `campaign`. */
  readonly noun: string;
  /** The noun of the operations `GET /…` and `POST /accounts/{account_id}/…`, such as `campaigns`. */
  readonly nouns: 'campaigns' | 'broadcasts' | 'workflows' | 'forms' | 'goals' | 'webhooks';
  /** What the dialog contains at first, as a seed has it. */
  readonly example: unknown;
  /** Explains the members. */
  readonly hint: string;
  /** The URL of a record by its id. */
  readonly hrefOf: (id: string) => string;
}

type CreateRoute = `POST /_admin/accounts/{account_id}/${Creation['nouns']}`;

interface CreateButtonProps {
  readonly creation: Creation;
  readonly isPrimary?: boolean;
}

/** Creates a record that the REST API cannot create, from seed data, and opens its page. */
export const CreateButton = ({ creation, isPrimary = false }: CreateButtonProps) => {
  const { noun, nouns, example, hint, hrefOf } = creation;
  const create = async (record: object) => {
    const input = { ...record, account_id: accountId.value } as InputOf<CreateRoute>; // the server checks it
    const { id } = await callApi(`POST /_admin/accounts/{account_id}/${nouns}`, input);
    if (id !== undefined) navigate(hrefOf(id));
  };
  return (
    <DialogButton
      icon="plus"
      look={isPrimary ? 'primary' : 'plain'}
      dialog={(onClose) => (
        <JsonDialog
          title={`Create a ${noun}`}
          verb="Create"
          value={example}
          hint={hint}
          done={`${capitalized(noun)} created`}
          onClose={onClose}
          onSave={create}
        />
      )}
    >
      Create {noun}
    </DialogButton>
  );
};
