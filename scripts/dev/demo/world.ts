import { createServer, type Server } from '@trickle/mock-server';
import { startShop } from '../../../examples/shop/shop.ts';
import { readJson } from '../../setup/repository.ts';
import { withReceivers } from './account.ts';
import { beforeHistory, makeHistory } from './history.ts';
import { openReceivers } from './receivers.ts';

const SERVER_PORT = 4100;
const SHOP_PORT = 4200;

/** The reference server with three weeks of a demo account, and the shop that calls it. */
export interface Demo {
  readonly server: Server;
  readonly url: string;
  readonly shop: string;
  readonly accountId: string;
  readonly apiKey: string;
  close(): Promise<void>;
}

/** @param now Where the history ends, in milliseconds since 1970. */
export async function openDemo(now: number): Promise<Demo> {
  const receivers = await openReceivers();
  const seed = withReceivers(readJson('packages/mock-server/demo-seed.json'), receivers.url);
  const server = await createServer({ seed, ...beforeHistory(now) });
  const url = await onPort(SERVER_PORT, (port) => server.listen({ port })); // before anything else, because links in emails contain the URL
  const script = fetch(`${url}/9999999.js`); // the page script is built on first use
  await makeHistory(server, { now, receivers: receivers.url });
  const account = { accountId: '9999999', apiKey: 'trickle_demo_token' };
  const shop = await onPort(SHOP_PORT, (port) => startShop({ ...account, baseUrl: url, port }));
  await server.extend({ url: shop.url }); // the inspector links to it
  await (await script).text();
  const close = async () => {
    await shop.close();
    await server.close();
    await receivers.close();
  };
  return { server, url, shop: shop.url, ...account, close };
}

/** Opens the usual port, or a free one if another program uses it. */
async function onPort<Result>(usual: number, open: (port: number) => Promise<Result>): Promise<Result> {
  try {
    return await open(usual);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    console.log(`Port ${usual} is in use. Using another port.`);
    return open(0);
  }
}
