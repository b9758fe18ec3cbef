import { expect, test } from 'vitest';
import { scenariosOverHttp } from './harness.ts';
import { ASK, OWNER, query, seed } from './oauth-account.ts';

/** The paths to which a form is posted. */
const FORMS = [
  '/oauth/token',
  '/oauth/revoke',
  `/oauth/authorize?${query(ASK)}`,
  '/e/9999999/none/unsubscribe',
  `/v2/9999999/subscribers/${OWNER}/remove`,
];

scenariosOverHttp('forms that are posted', (start) => {
  test('have at most 1000 parameters', async () => {
    await using server = await start({ seed });
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${btoa('tok_owner:')}`,
    };
    const body = 'a&'.repeat(1001);
    for (const path of FORMS) {
      const response = await server.fetch(new Request(server.url + path, { method: 'POST', headers, body }));
      expect(response.status, path).toBe(422);
      expect(await response.text()).toContain('The form has more than 1000 parameters.');
    }
  });

  test('have at most 64 KB without credentials', async () => {
    await using server = await start({ seed });
    const body = `a=${'x'.repeat(65_536)}`;
    for (const path of FORMS.slice(0, 4)) {
      const response = await server.fetch(new Request(server.url + path, { method: 'POST', body }));
      expect(response.status, path).toBe(413);
    }
  });
});
