import { contract, type Endpoint } from '@trickle/sdk/contract';

/** One operation of the client. */
export interface Operation {
  /** As the client names them: `campaignSubscriptions`, `list`. */
  readonly noun: string;
  readonly method: string;
  readonly endpoint: Endpoint<never, unknown, unknown>;
  /** The placeholders of its path that the caller fills, in order; the account is not one of them. */
  readonly parameters: readonly string[];
}

/** Every operation of the client, which excludes OAuth. */
export const operations: readonly Operation[] = Object.entries(contract)
  .filter(([noun]) => noun !== 'oauth')
  .flatMap(([noun, endpoints]) =>
    Object.entries(endpoints).map(([method, endpoint]: [string, Operation['endpoint']]) => ({
      noun,
      method,
      endpoint,
      parameters: Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name).filter(
        (name) => name !== 'account_id',
      ),
    })),
  );

/** `campaignSubscriptions` and `campaign_subscriptions` as words of a command: `campaign-subscriptions`. */
export const kebab = (name: string): string =>
  name.replaceAll('_', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
