import { expect, test } from 'vitest';
import { attachRequests } from '../src/integrations/playwright/fixtures.ts';
import { startServer } from './harness.ts';

test("the report of a failed Playwright test contains the server's requests, and that of a passed one does not", async () => {
  await using server = await startServer();
  const attached: [name: string, body: unknown][] = [];
  const attach = async (name: string, { body }: { readonly body?: string | Buffer } = {}) =>
    void attached.push([name, body]);
  await attachRequests(server.server, { status: 'passed', expectedStatus: 'passed', attach });
  expect(attached).toEqual([]);

  await attachRequests(server.server, { status: 'failed', expectedStatus: 'passed', attach });
  expect(attached.pop()).toEqual(['trickle requests', 'No request was received.']);

  const { baseUrl } = server.server.connection;
  await server.server.fetch(new Request(`${baseUrl}/9999999.js?v=1`));
  await server.server.faults.add({ path: '/8.js', drop: 'before' });
  const dropped = server.server.fetch(new Request(`${baseUrl}/8.js`));
  await expect(dropped).rejects.toBeInstanceOf(TypeError);
  await attachRequests(server.server, { status: 'timedOut', expectedStatus: 'passed', attach });
  expect(attached).toEqual([
    ['trickle requests', expect.stringMatching(/^GET \/9999999\.js\?v=1 200\nGET \/8\.js no response/)],
  ]);
});
