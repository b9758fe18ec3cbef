import { accountId } from '../api/accounts.ts';
import { callApi } from '../api/request.ts';
import type { InputOf } from '../api/responses.ts';
import { capitalized } from '../design/capitalized.ts';
import { DialogButton } from '../design/dialog/dialog-button.tsx';
import { RecordDialog } from '../editor/record-dialog.tsx';
import type { Draft } from '../editor/schema.ts';
import { navigate } from '../location/location.ts';
import { type Nouns, seedCopies } from './seed-copies.ts';

/** How records of a kind are created. */
export interface Creation {
  /** For example `campaign`. */
  readonly noun: string;
  readonly nouns: Nouns;
  /** What the dialog contains at first, as a seed has it. */
  readonly example: Draft;
  readonly hint?: string;
  /** The URL of a record by its id. */
  readonly hrefOf: (id: string) => string;
}

type CreateRoute = `POST /_admin/accounts/{account_id}/${Nouns}`;

interface CreateButtonProps {
  readonly creation: Creation;
  readonly isPrimary?: boolean;
}

/** Creates a record that the REST API cannot create, from seed data, and opens its page. */
export const CreateButton = ({ creation, isPrimary = false }: CreateButtonProps) => {
  const { noun, nouns, example, hint, hrefOf } = creation;
  const route: CreateRoute = `POST /_admin/accounts/{account_id}/${nouns}`;
  const create = async (record: Draft) => {
    const input = { ...record, account_id: accountId.value } as InputOf<CreateRoute>; // the server checks it
    const { id } = await callApi(route, input);
    if (id !== undefined) navigate(hrefOf(id));
  };
  return (
    <DialogButton
      icon="plus"
      look={isPrimary ? 'primary' : 'plain'}
      dialog={(onClose) => (
        <RecordDialog
          title={`Create a ${noun}`}
          verb="Create"
          route={route}
          value={example}
          hint={hint}
          done={`${capitalized(noun)} created`}
          copies={seedCopies(nouns)}
          onClose={onClose}
          onSave={create}
        />
      )}
    >
      Create {noun}
    </DialogButton>
  );
};
