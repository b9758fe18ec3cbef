import { StateBadge } from '../design/badge/badge.tsx';
import { Time } from '../design/time/time.tsx';

interface ReceiverState {
  readonly status: string;
  readonly failing_since: string | null;
}

/** The state of a webhook in a word: one that is active fails while its receiver does. */
export const stateOfWebhook = ({ status, failing_since: since }: ReceiverState): string =>
  status === 'active' && since !== null ? 'failing' : status;

export const WebhookState = ({ of: webhook }: { readonly of: ReceiverState }) => (
  <>
    <StateBadge state={stateOfWebhook(webhook)} />
    {webhook.failing_since !== null && (
      <span class="cell-note quiet wide-only">
        for <Time at={webhook.failing_since} format="span" />
      </span>
    )}
  </>
);
