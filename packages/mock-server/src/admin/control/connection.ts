/** Options for the SDK's `createClient` to reach a server in-process, without a port. */
export interface Connection {
  readonly baseUrl: string;
  readonly accountId: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
}
