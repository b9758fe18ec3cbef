import type { ComponentChildren } from 'preact';
import { callForAccount } from '../api/accounts.ts';
import type { OwnInputOf } from '../api/responses.ts';
import { encoded, sendRequest } from '../api/send-request.ts';
import { Button } from '../design/button/button.tsx';
import { DialogButton } from '../design/dialog/dialog.tsx';
import { urlOfRecord } from '../design/link/link.tsx';
import type { Empty } from '../design/states/states.tsx';
import { attemptRequest } from '../design/toast/toast.tsx';
import { capitalized } from '../design/words.ts';
import { asLiteral } from '../editor/literal.ts';
import { RecordButton, RecordDialog } from '../editor/record-dialog.tsx';
import type { Draft, EditedRoute } from '../editor/schema.ts';
import { navigate } from '../location/location.ts';
import { NOUNS } from '../nouns.ts';

export interface Creation {
  readonly button: string;
  readonly dialog: (onClose: () => void) => ComponentChildren;
}

interface CreateButtonProps {
  readonly creation: Creation;
  readonly isPrimary?: boolean;
}

/** Opens the dialog of a creation; the primary one also when the URL says so. */
export const CreateButton = ({ creation: { button, dialog }, isPrimary = false }: CreateButtonProps) => (
  <DialogButton
    icon="plus"
    look={isPrimary ? 'primary' : 'plain'}
    parameter={isPrimary ? 'create' : undefined}
    dialog={dialog}
  >
    {button}
  </DialogButton>
);

/** A kind of record that a seed has, and that the REST API cannot create. */
type SeedNoun = 'campaign' | 'broadcast' | 'workflow' | 'form' | 'goal' | 'webhook';

type CreateRoute = `POST /_admin/accounts/{account_id}/${SeedNoun}s`;

export const noneYet = (noun: SeedNoun): Empty => {
  const { icon, title } = NOUNS[noun];
  const plural = title.toLowerCase();
  return [
    icon,
    `No ${plural} yet`,
    `The REST API cannot create ${plural}. Create one here, or in the server's seed.`,
  ];
};

/** A record as part of a seed, and as a call in a test. */
const seedCopies = (noun: SeedNoun) =>
  [
    ['Copy as seed', (record: Draft) => JSON.stringify({ [`${noun}s`]: [record] }, null, 2)],
    [
      'Copy as TypeScript',
      (record: Draft) => `await server.extend(${asLiteral({ [`${noun}s`]: [record] })});`,
    ],
  ] as const;

/** Creates a record from seed data, at first that of an example, and opens its page. */
export function creationOf(noun: SeedNoun, example: Draft, hint?: string): Creation {
  const { creates = noun } = NOUNS[noun];
  const route: CreateRoute = `POST /_admin/accounts/{account_id}/${noun}s`;
  const create = async (record: Draft) => {
    const { id } = await callForAccount(route, record as unknown as OwnInputOf<CreateRoute>); // the server checks it
    if (id !== undefined) navigate(urlOfRecord(noun, id));
  };
  return {
    button: `Create ${creates}`,
    dialog: (onClose) => (
      <RecordDialog
        {...{ route, hint, onClose }}
        title={`Create a ${creates}`}
        verb="Create"
        value={example}
        done={`${capitalized(creates)} created`}
        copies={seedCopies(noun)}
        onSave={create}
      />
    ),
  };
}

interface EditRecordProps {
  readonly noun: SeedNoun;
  readonly id: string;
  readonly value: Draft;
  readonly hint?: string;
}

export const EditRecord = ({ noun, id, value, hint }: EditRecordProps) => {
  const { creates = noun } = NOUNS[noun];
  const ids = { [`${noun}_id`]: id };
  return (
    <RecordButton
      {...{ value, hint, ids }}
      button={{ children: 'Edit' }}
      title={`Edit the ${creates}`}
      verb="Save"
      route={`PUT /_admin/${noun}s/{${noun}_id}` as EditedRoute} // of each of them
      about={noun === 'campaign' || noun === 'broadcast' ? ids : {}}
      done={`${capitalized(creates)} changed`}
      copies={seedCopies(noun)}
    />
  );
};

interface MembersProps {
  readonly nouns: 'campaigns' | 'workflows';
  readonly id: string;
}

const ADDING = {
  campaigns: {
    verb: 'Subscribe',
    title: 'Subscribe to this campaign',
    done: 'Subscribed',
    route: 'POST /v2/{account_id}/campaigns/{campaign_id}/subscribers',
  },
  workflows: {
    verb: 'Enroll',
    title: 'Enroll a subscriber',
    done: 'Enrolled',
    route: 'POST /v2/{account_id}/workflows/{workflow_id}/subscribers',
  },
} as const;

export const AddSubscriber = ({ nouns, id }: MembersProps) => (
  <RecordButton
    {...ADDING[nouns]}
    button={{ icon: 'plus', children: ADDING[nouns].verb }}
    value={{ email: '' }}
    hint="A new address becomes a subscriber."
    onSave={(subscriber) =>
      sendRequest('POST', encoded`/${nouns}/${id}/subscribers`, { subscribers: [subscriber] })
    }
  />
);

export const ActivationButton = ({ nouns, id, status }: MembersProps & { readonly status: string }) => {
  const isActive = status === 'active';
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
