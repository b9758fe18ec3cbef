import { useSignal } from '@preact/signals';
import { callApi, inRoute } from '../../api/request.ts';
import { Button } from '../../design/button/button.tsx';
import { FormDialog } from '../../design/dialog/form-dialog.tsx';
import { Field } from '../../design/field/field.tsx';
import { attemptRequest } from '../../design/toast/toast.tsx';
import { JsonDialog } from '../../mailing/json-dialog.tsx';
import { ofAccount } from '../../mailing/mailing.ts';
import type { Campaign } from './campaign.ts';

/** What a user can do with a campaign. */
export const CampaignActions = ({ campaign }: { readonly campaign: Campaign }) => {
  const dialog = useSignal<'subscribe' | 'edit' | undefined>(undefined);
  const path = `/campaigns/${encodeURIComponent(campaign.id)}` as const;
  const close = () => {
    dialog.value = undefined;
  };
  return (
    <>
      <Button
        onClick={() => {
          dialog.value = 'edit';
        }}
      >
        Edit
      </Button>
      <Button
        icon="plus"
        onClick={() => {
          dialog.value = 'subscribe';
        }}
      >
        Subscribe
      </Button>
      {campaign.status === 'active' ? (
        <Button
          icon="pause"
          onClick={() => attemptRequest('Campaign paused', { method: 'POST', path: `${path}/pause` })}
        >
          Pause
        </Button>
      ) : (
        <Button
          icon="play"
          look="primary"
          onClick={() => attemptRequest('Campaign activated', { method: 'POST', path: `${path}/activate` })}
        >
          Activate
        </Button>
      )}
      {dialog.value === 'subscribe' && <Subscribe path={path} onClose={close} />}
      {dialog.value === 'edit' && <Edit campaign={campaign} onClose={close} />}
    </>
  );
};

interface SubscribeProps {
  /** The campaign, in the REST API. */
  readonly path: `/${string}`;
  readonly onClose: () => void;
}

const Subscribe = ({ path, onClose }: SubscribeProps) => {
  const email = useSignal('');
  const subscribe = () =>
    attemptRequest('Subscribed', {
      method: 'POST',
      path: `${path}/subscribers`,
      body: { subscribers: [{ email: email.value }] },
    });
  return (
    <FormDialog title="Subscribe to this campaign" verb="Subscribe" onSubmit={subscribe} onClose={onClose}>
      <Field
        label="Email"
        type="email"
        isRequired
        value={email.value}
        placeholder="ann@example.com"
        hint="A new address becomes a subscriber."
        onInput={(value) => {
          email.value = value;
        }}
      />
    </FormDialog>
  );
};

interface EditProps {
  readonly campaign: Campaign;
  readonly onClose: () => void;
}

const Edit = ({ campaign, onClose }: EditProps) => (
  <JsonDialog
    title="Edit the campaign"
    verb="Save"
    value={{
      minutes_from_midnight: campaign.minutes_from_midnight,
      localize_sending_time: campaign.localize_sending_time,
      days_of_the_week_mask: campaign.days_of_the_week_mask,
      start_immediately: campaign.start_immediately,
      double_optin: campaign.double_optin,
      emails: campaign.emails.map(({ id, subject, html, text, delay }) => ({
        id,
        subject,
        html_body: html,
        text_body: text,
        delay,
      })),
    }}
    hint="Active subscribers continue with the next email of the new list. The mask of days begins with Sunday."
    done="Campaign changed"
    onClose={onClose}
    onSave={(body) => callApi(inRoute`PUT /campaigns/${campaign.id}`, { query: ofAccount(), body })}
  />
);
