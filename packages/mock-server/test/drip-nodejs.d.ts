/** A client that others wrote, as far as tests use it: every method takes its own values and may take a callback. */
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
