import { callForAccount } from '../api/accounts.ts';
import type { AccountRoute, OwnInputOf } from '../api/responses.ts';
import { encoded, sendRequest } from '../api/send-request.ts';
import { Button } from '../design/button/button.tsx';
import { capitalized } from '../design/capitalized.ts';
import { DialogButton } from '../design/dialog/dialog-button.tsx';
import { type RecordType, urlOfRecord } from '../design/id-link/id-link.tsx';
import { attemptRequest } from '../design/toast/toast.tsx';
import { asLiteral } from '../editor/literal.ts';
import { RecordDialog } from '../editor/record-dialog.tsx';
import type { Draft } from '../editor/schema.ts';
import { navigate } from '../location/location.ts';

/** The nouns of the operations `GET /…` and `POST /accounts/{account_id}/…`. */
export type Nouns = 'campaigns' | 'broadcasts' | 'workflows' | 'forms' | 'goals' | 'webhooks';

/** A kind of record that the REST API cannot create. */
export interface Creation {
  readonly nouns: Nouns;
  /** For example `campaign`. */
  readonly noun: string;
  readonly type: RecordType;
  /** What the dialog contains at first, as a seed has it. */
  readonly example: Draft;
  readonly hint?: string;
}

type CreateRoute = `POST /_admin/accounts/{account_id}/${Nouns}`;

/** A record as part of a seed, and as a call in a test. */
const seedCopies = (nouns: Nouns) =>
  [
    ['Copy as seed', (record: Draft) => JSON.stringify({ [nouns]: [record] }, null, 2)],
    ['Copy as TypeScript', (record: Draft) => `await server.extend(${asLiteral({ [nouns]: [record] })});`],
  ] as const;

interface CreateButtonProps {
  readonly creation: Creation;
  readonly isPrimary?: boolean;
}

/** Creates a record from seed data, and opens its page. */
export const CreateButton = ({ creation, isPrimary = false }: CreateButtonProps) => {
  const { noun, nouns, type, example, hint } = creation;
  const route: CreateRoute = `POST /_admin/accounts/{account_id}/${nouns}`;
  const create = async (record: Draft) => {
    const { id } = await callForAccount(route, record as unknown as OwnInputOf<CreateRoute>); // the server checks it
    if (id !== undefined) navigate(urlOfRecord(type, id));
  };
  return (
    <DialogButton
      icon="plus"
      look={isPrimary ? 'primary' : 'plain'}
      parameter={isPrimary ? 'create' : undefined}
      dialog={(onClose) => (
        <RecordDialog
          {...{ route, hint, onClose }}
          title={`Create a ${noun}`}
          verb="Create"
          value={example}
          done={`${capitalized(noun)} created`}
          copies={seedCopies(nouns)}
          onSave={create}
        />
      )}
    >
      Create {noun}
    </DialogButton>
  );
};

type ChangeRoute = Extract<AccountRoute, `PUT ${string}` | `POST ${string}/seed`>;

interface EditButtonProps<R extends ChangeRoute> {
  /** For example `form`. */
  readonly noun: string;
  /** Without it, the record has no form in a seed. */
  readonly nouns?: Nouns;
  readonly route: R;
  /** The members of the path. */
  readonly ids: Draft;
  /** What the record has now. */
  readonly value: Draft;
  readonly hint?: string;
}

/** Changes a record that the REST API cannot change. */
export const EditButton = <R extends ChangeRoute>(props: EditButtonProps<R>) => {
  const { noun, nouns, route, ids, value, hint } = props;
  const save = (record: Draft) => callForAccount(route, { ...record, ...ids } as unknown as OwnInputOf<R>); // the server checks it
  return (
    <DialogButton
      dialog={(onClose) => (
        <RecordDialog
          {...{ route, value, hint, onClose }}
          title={`Edit the ${noun}`}
          verb="Save"
          about={nouns === 'campaigns' || nouns === 'broadcasts' ? ids : {}} // whose emails are previewed
          done={`${capitalized(noun)} changed`}
          copies={nouns && seedCopies(nouns)}
          onSave={save}
        />
      )}
    >
      Edit
    </DialogButton>
  );
};

interface MembersProps {
  readonly nouns: 'campaigns' | 'workflows';
  readonly id: string;
}

interface AddSubscriberProps extends MembersProps {
  /** For example `Enroll`. */
  readonly verb: string;
  readonly title: string;
  /** The text of the toast. */
  readonly done: string;
}

const ADD_ROUTES = {
  campaigns: 'POST /v2/{account_id}/campaigns/{campaign_id}/subscribers',
  workflows: 'POST /v2/{account_id}/workflows/{workflow_id}/subscribers',
} as const;

/** Adds a subscriber to a campaign or workflow. */
export const AddSubscriber = ({ nouns, id, verb, title, done }: AddSubscriberProps) => (
  <DialogButton
    icon="plus"
    dialog={(onClose) => (
      <RecordDialog
        {...{ title, verb, done, onClose }}
        route={ADD_ROUTES[nouns]}
        value={{ email: '' }}
        hint="A new address becomes a subscriber."
        onSave={(subscriber) =>
          sendRequest('POST', encoded`/${nouns}/${id}/subscribers`, { subscribers: [subscriber] })
        }
      />
    )}
  >
    {verb}
  </DialogButton>
);

interface ActivationButtonProps extends MembersProps {
  readonly isActive: boolean;
}

/** Pauses an active campaign or workflow, or activates one that is not. */
export const ActivationButton = ({ nouns, id, isActive }: ActivationButtonProps) => {
  const noun = capitalized(nouns.slice(0, -1));
  const [verb, done] = isActive ? (['pause', 'paused'] as const) : (['activate', 'activated'] as const);
  return (
    <Button
      icon={isActive ? 'pause' : 'play'}
      look={isActive ? 'plain' : 'primary'}
      onClick={() => attemptRequest(`${noun} ${done}`, 'POST', encoded`/${nouns}/${id}/${verb}`)}
    >
      {capitalized(verb)}
    </Button>
  );
};
