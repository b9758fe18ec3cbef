/** What `createClient` of the SDK needs to talk to a server without a port. */
export interface Connection {
  readonly baseUrl: string;
  readonly accountId: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
}
