/** The contract, handed in so that the mutation script can hand in a broken one. */
export type Contract = typeof import('../../src/contract/index.ts');

/** One statement about the contract; `run` throws where it does not hold. */
export interface Check {
  readonly name: string;
  run(): void;
}

type Operations = Contract['contract'];
type Methods = Operations[keyof Operations];

/** The operations of the contract by `<noun>.<method>`. */
export function operationsOf({ contract }: Contract): ReadonlyMap<string, AnyEndpoint> {
  return new Map(
    Object.entries<Methods>(contract).flatMap(([noun, methods]) =>
      Object.entries<AnyEndpoint>(methods as never).map(([method, endpoint]) => [
        `${noun}.${method}`,
        endpoint,
      ]),
    ),
  );
}

/** An endpoint whatever it takes and gives. */
export type AnyEndpoint = import('../../src/contract/index.ts').Endpoint<unknown, unknown, unknown>;
