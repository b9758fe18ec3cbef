import { expect, it } from 'vitest';
import { scenarios, type TestServer } from './harness.ts';

const COOKIE = /trickle_demo_shop=([0-9a-f]{32})/;

/** Sends a form to the shop's backend. */
const submit = (
  server: TestServer,
  action: string,
  { session, ...fields }: Readonly<Record<string, string>> = {},
) =>
  server.fetch(
    new Request(`${server.url}/demo/api/${action}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
      headers: { ...(session !== undefined && { cookie: `trickle_demo_shop=${session}` }) },
    }),
  );

const sessionIn = (response: Response) => COOKIE.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '';

/** What the account page shows to a session. */
const accountOf = async (server: TestServer, session: string) => {
  const headers = { cookie: `trickle_demo_shop=${session}` };
  return (await server.fetch(new Request(`${server.url}/demo/account`, { headers }))).text();
};

scenarios('sessions of the demo shop', (start) => {
  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'the backend has no action %s',
    async (name) => {
      await using server = await start();
      expect((await submit(server, name)).status).toBe(404);
    },
  );

  it('a customer who signs in or out gets another session id, and keeps the cart', async () => {
    await using server = await start();
    const chosen = sessionIn(await submit(server, 'cart', { product: 'morning-tide', change: '1' }));
    const signedIn = sessionIn(await submit(server, 'sign-in', { session: chosen, email: 'jo@example.com' }));
    expect(signedIn).not.toBe(chosen);
    expect(await accountOf(server, signedIn)).toContain('jo@example.com');
    expect(await accountOf(server, chosen)).not.toContain('jo@example.com');
    const again = sessionIn(
      await submit(server, 'cart', { session: signedIn, product: 'morning-tide', change: '1' }),
    );
    expect(again).toBe(signedIn);
    const cart = new Request(`${server.url}/demo/cart`, {
      headers: { cookie: `trickle_demo_shop=${again}` },
    });
    expect(await (await server.fetch(cart)).text()).toContain('$33.80');
    const signedOut = sessionIn(await submit(server, 'sign-out', { session: signedIn }));
    expect(signedOut).not.toBe(signedIn);
    expect(await accountOf(server, signedIn)).not.toContain('jo@example.com');
  });
});
