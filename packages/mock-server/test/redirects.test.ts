import { expect, it } from 'vitest';
import { scenariosOverHttp, type TestServer } from './harness.ts';
import { EMAIL, mailingAccount } from './mailing-account.ts';
import { backOf, decide } from './oauth-account.ts';

/** URLs with characters that headers cannot contain. */
const TARGETS = [
  'https://acme.test/café?q=naïve#où',
  'https://acme.test/🚣?boat=🛶',
  'https://münchen.test/日本',
  'https://acme.test/%E9?plain=1&more=%20',
];

/** Invalid URLs that appear as links in the HTML of emails. */
const BROKEN = [
  'https://acme.test/one\r\nSet-Cookie: a=b',
  'https://acme.test/one\ntwo?three=\tfour',
  'https://acme.test/ zwei \u0085 drei',
];

const CALLBACK = 'https://app.test/café';

const seed = (target: string, link = target) => ({
  ...mailingAccount({
    subscribers: [{ id: 'ann', email: 'ann@acme.test' }],
    forms: [{ id: '7', headline: 'News', redirect_url: target }],
    broadcasts: [
      {
        ...{ id: 'b', name: 'Sale', subject: 'Sale', html_body: `<a href="${link}">On</a>` },
        ...{ status: 'scheduled' as const, send_at: '2026-03-06T12:00:00Z' },
      },
    ],
    campaigns: [
      {
        ...{ id: '1', name: 'Tides', status: 'active' as const, emails: [EMAIL] },
        ...{ double_optin: true, post_confirmation_url: target },
      },
    ],
  }),
  oauth_applications: [{ client_id: 'app', client_secret: 's', name: 'App', redirect_uris: [CALLBACK] }],
});

/** Status and `Location` of a response, without following it. */
async function redirectOf(server: TestServer, url: string, body?: URLSearchParams) {
  const init = { redirect: 'manual' as const, ...(body && { method: 'POST', body }) };
  const { status, headers } = await server.fetch(new Request(new URL(url, server.url), init));
  return [status, headers.get('location')];
}

/** The first URL of this form in an email. */
async function linkIn(server: TestServer, purpose: string, form: RegExp): Promise<string> {
  await server.settle();
  const mail = (await server.outbox()).find((one) => one.purpose === purpose);
  return form.exec(mail?.html ?? '')?.[0] ?? '';
}

scenariosOverHttp('a redirect', (start) => {
  // U-106
  it.each(TARGETS)('a redirect of any kind to %j has a plain ASCII URL', async (target) => {
    await using server = await start({ seed: seed(target) });
    const { href } = new URL(target);
    const tracked = await linkIn(server, 'broadcast', /http[^"]+\/c\/[^"]+/);
    expect(await redirectOf(server, tracked)).toEqual([302, href]);

    const submission = new URLSearchParams({ 'fields[email]': 'cy@acme.test' });
    expect(await redirectOf(server, '/forms/7/submissions', submission)).toEqual([303, href]);

    await server.post('campaigns/1/subscribers', { subscribers: [{ email: 'ann@acme.test' }] });
    const confirmation = await linkIn(server, 'confirmation', /http[^"]+\/confirm\/[^"]+/);
    expect(await redirectOf(server, confirmation)).toEqual([302, href]);
  });

  // U-106, U-153
  it.each(BROKEN)('a redirect to %j exists for links in emails only', async (target) => {
    await expect(start({ seed: seed(target) })).rejects.toThrow('must be a valid URL');
    await using server = await start({ seed: seed('https://acme.test', target) });
    const tracked = await linkIn(server, 'broadcast', /http[^"]+\/c\/[^"]+/);
    expect(await redirectOf(server, tracked)).toEqual([302, new URL(target).href]);
  });

  it('a redirect back to an application has the unchanged state in plain ASCII', async () => {
    await using server = await start({ seed: seed('https://acme.test') });
    const state = 'é 🚣\r\n&=';
    const asked = { response_type: 'code', client_id: 'app', redirect_uri: CALLBACK, state };
    const response = await decide(server, asked, { decision: 'allow', email: 'olive@acme.test' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toMatch(/^https:\/\/app\.test\/caf%C3%A9\?[!-~]+$/);
    expect(backOf(response).get('state')).toBe(state);
  });
});
