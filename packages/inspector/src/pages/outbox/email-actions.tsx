import { accountId } from '../../api/accounts.ts';
import { callApi } from '../../api/request.ts';
import { Button } from '../../design/button/button.tsx';
import { capitalized } from '../../design/capitalized.ts';
import { ConfirmButton } from '../../design/dialog/dialog-button.tsx';
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
      callApi(`POST /_admin/deliveries/{delivery_id}/${act}`, {
        delivery_id: id,
        account_id: accountId.value,
      }),
    'all',
  );

const CONSEQUENCES: Readonly<Record<Exclude<Act, 'open'>, string>> = {
  bounce: 'A hard bounce makes the subscriber undeliverable: no further emails are sent to this address.',
  complain: 'A spam complaint makes the subscriber undeliverable and is reported to webhooks.',
  unsubscribe: 'This follows the unsubscribe link of the email, as the recipient would.',
};

const ACTS = ['bounce', 'complain', 'unsubscribe'] as const;

/** What a recipient and their mail server can do with an email. */
export const EmailActions = ({ delivery }: { readonly delivery: Delivery }) => (
  <div class="actions">
    <span class="quiet">Simulate</span>
    <Button onClick={() => run('open', delivery)}>Open</Button>
    {ACTS.map((act) => {
      const verb = capitalized(act);
      return (
        <ConfirmButton
          key={act}
          button={{ children: verb }}
          title={`${verb}?`}
          verb={verb}
          isDangerous
          onConfirm={() => run(act, delivery)}
        >
          <p>{CONSEQUENCES[act]}</p>
        </ConfirmButton>
      );
    })}
  </div>
);
