import type { FaultInput } from '@trickle/mock-server/admin';
import type { ComponentChildren } from 'preact';
import { accountId, callForAccount } from '../api/accounts.ts';
import { callApi, type OwnInputOf } from '../api/request.ts';
import { encoded, sendRequest } from '../api/send-request.ts';
import { Button } from '../design/button/button.tsx';
import { DialogButton } from '../design/dialog/dialog.tsx';
import { urlOfRecord } from '../design/link/link.tsx';
import type { Empty } from '../design/page/page.tsx';
import { attemptRequest } from '../design/toast/toast.tsx';
import { capitalized } from '../design/words.ts';
import { RecordButton, RecordDialog } from '../editor/record-dialog.tsx';
import { asLiteral, type Draft, type EditedRoute } from '../editor/schema.ts';
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

const seedCopies = (noun: SeedNoun) =>
  [
    ['Copy as seed', (record: Draft) => JSON.stringify({ [`${noun}s`]: [record] }, null, 2)],
    [
      'Copy as TypeScript',
      (record: Draft) => `await server.extend(${asLiteral({ [`${noun}s`]: [record] })});`,
    ],
  ] as const;

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

const SCENARIOS = [
  { title: 'Fail once with 503', fault: { on: 'request', status: 503, times: 1 } },
  { title: 'Answer slowly, after three seconds', fault: { on: 'request', latency: 3000 } },
  { title: 'Lose the answer after processing', fault: { on: 'request', drop: 'after', times: 1 } },
  {
    title: 'The hourly limit is used up',
    fault: { on: 'request', status: 429, headers: { 'retry-after': '30' }, times: 1 },
  },
  {
    title: 'Another request updates the subscriber',
    fault: { on: 'request', operation: 'subscribers.upsert', conflict: true, times: 1 },
  },
  {
    title: 'One record of a batch is rejected',
    fault: { on: 'record', email: 'ann@example.com', refuse: true },
  },
  { title: 'Webhook receivers answer 500 three times', fault: { on: 'webhook', status: 500, times: 3 } },
  { title: 'A webhook delivery arrives twice', fault: { on: 'webhook', duplicate: 1, times: 1 } },
  { title: 'Emails to one address bounce', fault: { on: 'email', email: 'ann@example.com', bounce: true } },
  { title: 'Every tenth request fails at random', fault: { on: 'request', status: 500, probability: 0.1 } },
] as const satisfies readonly { readonly title: string; readonly fault: FaultInput }[];

interface AddFaultProps {
  readonly fault?: FaultInput;
  readonly onClose: () => void;
}

export const AddFault = ({ fault, onClose }: AddFaultProps) => {
  const account = accountId.value;
  const scenarios = SCENARIOS.map((scenario) => ({ ...scenario, value: { ...scenario.fault, account } }));
  return (
    <RecordDialog
      title="Add a fault"
      verb="Add fault"
      route="POST /_admin/faults"
      value={{ ...(fault ?? SCENARIOS[0].fault), account }}
      templates={fault ? [] : scenarios}
      done="Fault added"
      copies={[['Copy as TypeScript', (record) => `await server.faults.add(${asLiteral(record)});`]]}
      onClose={onClose}
      onSave={(record) => callApi('POST /_admin/faults', record as unknown as FaultInput)} // the server checks it
    />
  );
};
