import { contract, type Endpoint } from '@trickle/sdk/contract';

type Contract = Omit<typeof contract, 'oauth'>;

/** The name of an operation of the interface, as in `subscribers.upsert`. */
export type OperationName = {
  [Noun in keyof Contract & string]: `${Noun}.${keyof Contract[Noun] & string}`;
}[keyof Contract & string];

/** All endpoints with their operations, those of OAuth too. */
export const ENDPOINTS = Object.entries(contract).flatMap(([noun, endpoints]) =>
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({ operation: `${noun}.${name}`, endpoint })),
);

export const OPERATION_NAMES = ENDPOINTS.map(({ operation }) => operation).filter(
  (operation) => !operation.startsWith('oauth.'),
) as [OperationName, ...OperationName[]]; // the contract's entries match its type and are not empty
