import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../scripts/setup/ports.ts';
import { createServer } from '../../mock-server/src/index.ts';
import { consent } from './runtimes/proxy.ts';
import { startExample } from './serving.ts';

test('the example connects an account', async () => {
  const PORT = await freePort();
  const users = [{ email: 'owner@example.com' }];
  const application = { client_id: 'app1', client_secret: 'hush-hush', name: 'App' };
  const oauth_applications = [{ ...application, redirect_uris: [`http://localhost:${PORT}/callback`] }];
  const server = await createServer({ seed: { accounts: [{ id: '9999999', users }], oauth_applications } });
  onTestFinished(() => server.close());
  const environment = {
    PORT,
    BASE_URL: await server.listen(),
    CLIENT_ID: 'app1',
    CLIENT_SECRET: 'hush-hush',
  };
  const home = (await startExample('oauth-app', environment).line()).replace('Visit ', '');

  /** Visits the app and the page of the service; gives the address to come back to, and the cookie. */
  async function visit(decision: 'allow' | 'deny' = 'allow') {
    const { headers } = await fetch(home, { redirect: 'manual' });
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    return { address: await consent(server, headers.get('location') ?? '', decision), cookie };
  }
  const comeBack = async (address: string, cookie: string) => {
    const response = await fetch(address, { headers: { cookie } });
    return [response.status, await response.text()];
  };

  const good = await visit();
  expect(await comeBack(good.address, good.cookie)).toEqual([200, 'Connected as owner@example.com.\n']);
  const startAgain = [400, expect.stringContaining('Start again')];
  expect(await comeBack(good.address, good.cookie)).toEqual(startAgain);
  const forged = await visit();
  expect(await comeBack(forged.address, (await visit()).cookie)).toEqual(startAgain);
  const refused = await visit('deny');
  expect(await comeBack(refused.address, refused.cookie)).toEqual([200, 'Not connected, as you wished.\n']);
});
