import { expect, test } from 'vitest';
import { scenariosOverHttp } from './harness.ts';
import { ASK, OWNER, query, seed } from './oauth-account.ts';

/** Operations that read a form. */
const FORMS = [
  ['POST', '/oauth/token'],
  ['POST', '/oauth/revoke'],
  ['POST', `/oauth/authorize?${query(ASK)}`],
  ['POST', '/e/9999999/none/unsubscribe'],
  ['POST', `/v2/9999999/subscribers/${OWNER}/remove`],
] as const;

scenariosOverHttp('forms that are posted', (start) => {
  test.each(FORMS)('%s %s refuses more than 1000 parameters', async (method, path) => {
    await using server = await start({ seed });
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${btoa('tok_owner:')}`,
    };
    const body = 'a&'.repeat(1001);
    const response = await server.fetch(new Request(server.url + path, { method, headers, body }));
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('The form has more than 1000 parameters.');
  });

  test.each(FORMS.slice(0, 4))('%s %s refuses more than 64 KB', async (method, path) => {
    await using server = await start({ seed });
    const body = `a=${'x'.repeat(65_536)}`;
    const response = await server.fetch(new Request(server.url + path, { method, body }));
    expect(response.status).toBe(413);
  });
});
