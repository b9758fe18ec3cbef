import { useSignal } from '@preact/signals';
import { useResource } from '../../api/resource.ts';
import { FormDialog } from '../../design/dialog/form-dialog.tsx';
import { Select } from '../../design/field/field.tsx';
import { into } from '../../design/signals.ts';
import { Loaded } from '../../design/states/states.tsx';
import { attemptRequest } from '../../design/toast/toast.tsx';
import { ofAccount } from './subscriber.ts';

interface SubscribeToCampaignProps {
  readonly email: string;
  readonly onClose: () => void;
}

/** The form that subscribes a subscriber to a campaign. */
export const SubscribeToCampaign = ({ email, onClose }: SubscribeToCampaignProps) => {
  const campaigns = useResource('GET /_admin/campaigns', ofAccount(), []);
  const chosen = useSignal('');
  const all = campaigns.data?.campaigns ?? [];
  const id = chosen.value || all[0]?.id || '';
  const subscribe = () =>
    attemptRequest('Subscribed', {
      method: 'POST',
      path: `/campaigns/${encodeURIComponent(id)}/subscribers`,
      body: { subscribers: [{ email }] },
    });
  return (
    <FormDialog
      title="Subscribe to a campaign"
      verb="Subscribe"
      isDisabled={id === ''}
      onSubmit={subscribe}
      onClose={onClose}
    >
      <Loaded of={campaigns}>
        {() =>
          all.length === 0 ? (
            <p class="quiet">This account has no campaigns.</p>
          ) : (
            <Select
              label="Campaign"
              value={id}
              options={all.map(({ id, name, status }) => [id, `${name} (${status})`] as const)}
              onInput={into(chosen)}
            />
          )
        }
      </Loaded>
      <p class="quiet">
        The server sends the emails at the campaign's sending times. A campaign with double opt-in first asks
        for confirmation.
      </p>
    </FormDialog>
  );
};
