import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { scenarios } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';
import { ANN, tag } from './webhook-account.ts';

/** A port on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  await new Promise((resolve) => server.close(resolve));
  return port;
}

scenarios('a webhook to localhost where nobody listens', (start) => {
  test('says that the connection was refused', async () => {
    const post_url = `http://localhost:${await closedPort()}/hooks`;
    await using server = await start({
      seed: mailingAccount({ subscribers: [ANN], webhooks: [{ id: '1', post_url }] }),
    });
    await tag(server, 'a');
    await server.settle();
    const [delivery] = await server.webhooks.deliveries();
    expect(delivery?.attempts[0]?.error).toContain('ECONNREFUSED');
  });
});
