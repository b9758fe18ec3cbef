import { contract } from '@trickle/sdk/contract';

type Contract = Omit<typeof contract, 'oauth'>;

/** The name of an operation of the interface, as in `subscribers.upsert`. */
export type OperationName = {
  [Noun in keyof Contract & string]: `${Noun}.${keyof Contract[Noun] & string}`;
}[keyof Contract & string];

export const OPERATION_NAMES = Object.entries(contract)
  .filter(([noun]) => noun !== 'oauth')
  // The contract's entries match its type and are not empty.
  .flatMap(([noun, endpoints]) => Object.keys(endpoints).map((name) => `${noun}.${name}`)) as [
  OperationName,
  ...OperationName[],
];
