import { useSignal } from '@preact/signals';
import { accountId } from '../../api/accounts.ts';
import { Button } from '../../design/button/button.tsx';
import { classes } from '../../design/classes.ts';

interface EmailPreviewProps {
  readonly id: string;
  readonly subject: string;
}

/** The rendered email in a frame without scripts, as wide as a desktop window or a phone. */
export const EmailPreview = ({ id, subject }: EmailPreviewProps) => {
  const isPhone = useSignal(false);
  const choose = (value: boolean) => () => {
    isPhone.value = value;
  };
  const account = encodeURIComponent(accountId.value);
  return (
    <div class="outbox-preview">
      <div class="actions">
        <Button isPressed={!isPhone.value} onClick={choose(false)}>
          Desktop
        </Button>
        <Button isPressed={isPhone.value} onClick={choose(true)}>
          Phone
        </Button>
      </div>
      <iframe
        class={classes('outbox-frame', isPhone.value && 'is-phone')}
        title={`Email: ${subject}`}
        sandbox=""
        src={`/_admin/outbox/${encodeURIComponent(id)}/preview?account_id=${account}`}
      />
    </div>
  );
};
