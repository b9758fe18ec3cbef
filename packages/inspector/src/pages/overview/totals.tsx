import { numberText } from '../../design/number/number.ts';
import { urlOf } from '../../location/location.ts';

const TOTALS = [
  ['subscribers', 'Subscribers', '/subscribers'],
  ['campaigns', 'Campaigns', '/campaigns'],
  ['broadcasts', 'Broadcasts', '/broadcasts'],
  ['workflows', 'Workflows', '/workflows'],
  ['forms', 'Forms', '/forms'],
  ['emails', 'Emails', '/outbox'],
  ['orders', 'Orders', '/commerce'],
  ['webhooks', 'Webhooks', '/webhooks'],
] as const;

/** How many records the account has. */
export const Totals = ({ counts }: { readonly counts: Readonly<Record<string, number>> }) => (
  <ul class="card totals">
    {TOTALS.map(([name, title, path]) => (
      <li key={name}>
        <a href={urlOf(path)}>
          <span class="quiet">{title}</span>
          <span class="total number">{numberText(counts[name] ?? 0)}</span>
          {name === 'subscribers' && (
            <span class="small quiet number">{numberText(counts.active_subscribers ?? 0)} active</span>
          )}
        </a>
      </li>
    ))}
  </ul>
);
