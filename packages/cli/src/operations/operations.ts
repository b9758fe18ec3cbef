import type { CallOptions, Client } from '@trickle/sdk';
import { contract, type Endpoint } from '@trickle/sdk/contract';

export interface Operation {
  /** The names in the client: `campaignSubscriptions`, `list`. */
  readonly noun: string;
  readonly method: string;
  readonly endpoint: Endpoint<never, unknown, unknown>;
  /** Its path parameters in order, without the account. */
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

/** The operation with a name such as `subscribers.upsert`. */
export const operationNamed = (name: string): Operation | undefined =>
  operations.find(({ noun, method }) => `${noun}.${method}` === name);

/** The values of an operation's path, and its body or its query. */
export interface Input {
  readonly path: readonly unknown[];
  readonly input?: unknown;
}

type ClientMethod = (...parameters: readonly unknown[]) => PromiseLike<unknown>;

export function callOperation(
  client: Client,
  { noun, method, endpoint }: Operation,
  { path, input }: Input,
  options: CallOptions = {},
): PromiseLike<unknown> {
  // The contract and the client use the same names; a test verifies this.
  const resource = client[noun as keyof Client] as unknown as Record<string, ClientMethod>;
  const inputs = endpoint.body || endpoint.query ? [input] : [];
  return (resource[method] as ClientMethod).call(resource, ...path, ...inputs, options);
}
