import type { Start, TestServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';
import { Receiver, type Responder } from './webhook-receiver.ts';

export const ANN = { id: 'ann', email: 'ann@acme.test' };

type Launch = (options?: Start) => Promise<TestServer>;

/** A server whose account has the webhook `1` at a receiver. */
export async function withReceiver(
  start: Launch,
  answer?: Responder,
  webhook: object = {},
  more: Start = {},
) {
  const receiver = await Receiver.start(answer);
  const webhooks = [{ id: '1', post_url: receiver.url, ...webhook }];
  const server = await start({ seed: mailingAccount({ subscribers: [ANN], webhooks }), ...more });
  return {
    receiver,
    server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

export const tag = (server: TestServer, name: string, email = ANN.email) =>
  server.post('tags', { tags: [{ email, tag: name }] });

export const statesOf = async ({ server }: TestServer) =>
  (await server.webhooks.deliveries()).map(({ state, attempts }) => [state, attempts.length]);
