import { accountId } from '../api/accounts.ts';
import { callApi } from '../api/request.ts';
import type { InputOf, Route } from '../api/responses.ts';
import { capitalized } from '../design/capitalized.ts';
import { DialogButton } from '../design/dialog/dialog-button.tsx';
import { RecordDialog } from '../editor/record-dialog.tsx';
import type { Draft } from '../editor/schema.ts';
import { type Nouns, seedCopies } from './seed-copies.ts';

type ChangeRoute = Extract<Route, `PUT ${string}` | `POST ${string}/seed`>;

interface EditButtonProps<R extends ChangeRoute> {
  /** For example `form`. */
  readonly noun: string;
  readonly nouns?: Nouns;
  readonly route: R;
  /** The members of the path. */
  readonly ids: Draft;
  /** What the record has now. */
  readonly value: Draft;
  readonly about?: Draft;
  readonly hint?: string;
}

/** Changes a record that the REST API cannot change. */
export const EditButton = <R extends ChangeRoute>(props: EditButtonProps<R>) => {
  const { noun, nouns, route, ids, value, about, hint } = props;
  const save = (record: Draft) =>
    callApi(route, { account_id: accountId.value, ...record, ...ids } as unknown as InputOf<R>); // the server checks it
  return (
    <DialogButton
      dialog={(onClose) => (
        <RecordDialog
          title={`Edit the ${noun}`}
          verb="Save"
          route={route}
          value={value}
          about={about ?? {}}
          hint={hint}
          done={`${capitalized(noun)} changed`}
          copies={nouns && seedCopies(nouns)}
          onClose={onClose}
          onSave={save}
        />
      )}
    >
      Edit
    </DialogButton>
  );
};
