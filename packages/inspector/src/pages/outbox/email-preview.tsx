import { useSignal } from '@preact/signals';
import { accountId } from '../../api/accounts.ts';
import { classes } from '../../design/classes.ts';
import { DeviceSwitch } from '../../design/device-switch/device-switch.tsx';

interface EmailPreviewProps {
  readonly id: string;
  readonly subject: string;
}

/** The rendered email in a frame without scripts, as wide as a desktop window or a phone. */
export const EmailPreview = ({ id, subject }: EmailPreviewProps) => {
  const isPhone = useSignal(false);
  const account = encodeURIComponent(accountId.value);
  return (
    <div class="outbox-preview">
      <DeviceSwitch isPhone={isPhone} />
      <iframe
        class={classes('outbox-frame', isPhone.value && 'is-phone')}
        title={`Email: ${subject}`}
        sandbox=""
        src={`/_admin/outbox/${encodeURIComponent(id)}/preview?account_id=${account}`}
      />
    </div>
  );
};
