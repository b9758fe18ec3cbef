import { useSignal } from '@preact/signals';
import { accountId } from '../../api/accounts.ts';
import { callApi, inRoute } from '../../api/request.ts';
import { Button } from '../../design/button/button.tsx';
import { ConfirmDialog } from '../../design/dialog/dialog.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import type { Delivery } from './email.ts';

type Act = 'open' | 'bounce' | 'complain' | 'unsubscribe';

const DONE: Readonly<Record<Act, string>> = {
  open: 'Open recorded',
  bounce: 'Email bounced',
  complain: 'Complaint recorded',
  unsubscribe: 'Subscriber unsubscribed',
};

const run = (act: Act, { id }: Delivery) =>
  attempt(
    DONE[act],
    () =>
      callApi(inRoute`POST /deliveries/${id}/${act}`, {
        body: { account_id: accountId.value },
      }),
    'all',
  );

const CONSEQUENCES: Readonly<Record<Exclude<Act, 'open'>, string>> = {
  bounce: 'A hard bounce makes the subscriber undeliverable: no further emails are sent to this address.',
  complain: 'A spam complaint makes the subscriber undeliverable and is reported to webhooks.',
  unsubscribe: 'This follows the unsubscribe link of the email, as the recipient would.',
};

/** What a recipient and their mail server can do with an email. */
export const EmailActions = ({ delivery }: { readonly delivery: Delivery }) => {
  const asked = useSignal<Exclude<Act, 'open'> | undefined>(undefined);
  const ask = (act: Exclude<Act, 'open'> | undefined) => () => {
    asked.value = act;
  };
  const act = asked.value;
  return (
    <div class="actions">
      <Button look="primary" onClick={() => run('open', delivery)}>
        Open
      </Button>
      <Button onClick={ask('bounce')}>Bounce</Button>
      <Button onClick={ask('complain')}>Complain</Button>
      <Button onClick={ask('unsubscribe')}>Unsubscribe</Button>
      {act && (
        <ConfirmDialog
          title={`${act[0]?.toUpperCase()}${act.slice(1)}?`}
          verb={`${act[0]?.toUpperCase()}${act.slice(1)}`}
          isDangerous
          onConfirm={() => run(act, delivery)}
          onClose={ask(undefined)}
        >
          <p>{CONSEQUENCES[act]}</p>
        </ConfirmDialog>
      )}
    </div>
  );
};
