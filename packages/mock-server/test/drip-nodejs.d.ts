/** A third-party client, as far as the tests use it: every method takes its own arguments and an optional callback. */
declare module 'drip-nodejs' {
  function createClient(options: {
    readonly token: string;
    readonly accountId: number;
  }): Readonly<Record<string, createClient.Method | undefined>>;
  namespace createClient {
    type Method = (...values: readonly unknown[]) => Promise<Answer>;
    interface Answer {
      readonly status: number;
      readonly data: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
    }
  }
  export = createClient;
}
