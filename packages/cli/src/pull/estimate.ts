import { LIMITS, RATE_LIMIT_HEADERS } from '@trickle/sdk/contract';
import { counted, grouped } from '../terminal/counted.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Source } from './parts.ts';
import type { SubscriberOptions } from './subscribers/options.ts';
import { PER_PAGE } from './subscribers/read-subscribers.ts';

/** The hours after which a pull wants to be confirmed. */
const MAX_HOURS = 2;

/** How many requests a pull of subscribers needs. */
export interface Estimate {
  readonly subscribers: number;
  readonly requests: number;
  /** Hours at the share of the limit. */
  readonly hours: number;
}

/** Asks the service how many subscribers there are. */
export async function estimate(
  { client, options }: Source,
  subscribers: SubscriberOptions,
  share: number,
): Promise<Estimate> {
  const { data, response } = await client.subscribers
    .list({ status: 'all', per_page: 1 }, options)
    .withResponse();
  const total = Number(data.meta.total_count) || 0;
  const limit = Number(response.headers.get(RATE_LIMIT_HEADERS.limit)) || LIMITS.individualRequestsPerHour;
  const copied = subscribers.subscribers === 'all' ? total : Math.min(total, subscribers.subscribers);
  // Some are in two lists, and long windows are asked for before they are halved.
  const pages = Math.ceil((total / PER_PAGE) * 1.3) + 20;
  const requests = pages + (subscribers.details ? copied * 2 : 0);
  return { subscribers: total, requests, hours: requests / (limit * share) };
}

/** @throws {@link UsageError} if a pull takes long and nobody has agreed. */
export function assertAgreed({ subscribers, requests, hours }: Estimate, isAgreed: boolean): void {
  if (isAgreed || hours <= MAX_HOURS) return;
  throw new UsageError(
    `Reading ${counted(subscribers, 'subscriber')} needs about ${grouped(requests)} requests, which take ${Math.ceil(hours)} hours ` +
      'at this share of the hourly limit. Add --yes to do it, raise --share, or copy fewer.',
  );
}
