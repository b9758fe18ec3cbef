import { type Detail, DetailList } from '../../design/detail-list/detail-list.tsx';
import { numberText } from '../../design/number/number.ts';
import { Section } from '../../design/page/page.tsx';
import type { Account } from './account.ts';

const LABELS: Readonly<Record<string, string>> = {
  individual: 'Single requests per hour',
  batch: 'Batch requests per hour',
  records: 'Records in batches per hour',
  concurrency: 'One update of a subscriber at a time',
  retry_after: 'Retry-After header',
  window_offset: 'Offset of the hour in seconds',
  script_visitor: 'Page script requests per visitor and minute',
  script_address: 'Page script requests per address and minute',
  signups_address: 'Signups per address and hour',
  signups_account: 'Signups per account and hour',
};

/** The limits in force. */
export const LimitsPart = ({ account: { limits } }: { readonly account: Account }) => (
  <Section title="Limits in force" isCard>
    {limits === null ? (
      <p class="quiet">Limits are switched off for this server.</p>
    ) : (
      <DetailList
        details={Object.entries(limits).map(
          ([name, value]): Detail => [
            LABELS[name] ?? name,
            typeof value === 'number' ? numberText(value) : value ? 'yes' : 'no',
          ],
        )}
      />
    )}
    <p class="quiet">Limits are set when the server starts.</p>
  </Section>
);
