import { describe, expect, it } from 'vitest';
import { scenarios, startServer, type TestServer } from './harness.ts';
import { eventsOf, mailingAccount, one } from './mailing-account.ts';

const seed = (campaign: object = {}, account: object = {}) =>
  mailingAccount({
    subscribers: [{ id: 'ann', email: 'ann@acme.test', first_name: 'Ann' }],
    campaigns: [
      {
        ...{ id: '1', name: 'Tides & Oars', status: 'active', double_optin: true },
        emails: [{ id: 'e1', subject: 'Ahoy' }],
        ...campaign,
      },
    ],
    ...account,
  });

const subscribe = (server: TestServer, rest: object = {}) =>
  server.post('campaigns/1/subscribers', { subscribers: [{ email: 'ann@acme.test', ...rest }] });

const subscriptionStatus = async (server: TestServer) =>
  (await one(server, 'subscribers/ann/campaign_subscriptions')).status;

/** The link in the newest email to Ann. */
async function link(server: TestServer): Promise<string> {
  const mail = (await server.outbox({ to: 'ann@acme.test' })).at(-1);
  const [url] = /https?:\S+\/confirm\/\w+\/\w+/.exec(mail?.text ?? '') ?? [];
  if (url === undefined) throw new Error(`no link in ${mail?.text}`);
  return url;
}

const follow = (server: TestServer, url: string, method = 'GET') =>
  server.fetch(new Request(url, { method, redirect: 'manual' }));

scenarios('double opt-in', (start) => {
  // U-103
  it('double opt-in sends a confirmation email, and its link starts the campaign', async () => {
    await using server = await start({ seed: seed() });
    await subscribe(server);
    const [mail, ...others] = await server.outbox();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      purpose: 'confirmation',
      deliveryId: null,
      to: 'ann@acme.test',
      from: 'crew@acme.test',
      subject: 'Please confirm your subscription to Tides & Oars',
      html: expect.stringContaining('get Tides &amp; Oars:'),
      text: expect.stringContaining('1 Harbor Way, Duluth MN'),
    });
    expect(mail?.html).toContain(`<a href="${await link(server)}">Confirm</a>`);
    expect(mail?.headers).not.toHaveProperty('List-Unsubscribe');
    expect((await follow(server, await link(server), 'HEAD')).status).toBe(200);
    expect(await subscriptionStatus(server)).toBe('unconfirmed');

    const events = await eventsOf(server, async () => {
      const answer = await follow(server, await link(server));
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('<b>ann@acme.test</b> is subscribed to <b>Tides &amp; Oars</b>');
    });
    expect(events.map(([event]) => event)).toEqual([
      'subscriber.subscribed_to_campaign',
      'subscriber.received_email',
      'subscriber.completed_campaign',
    ]);
    expect(await subscriptionStatus(server)).toBe('active');
  });
});

describe('double opt-in', () => {
  // U-103
  it("the confirmation link leads to the campaign's URL", async () => {
    const post_confirmation_url = 'https://acme.test/thanks';
    await using server = await startServer({ seed: seed({ post_confirmation_url }) });
    await subscribe(server);
    const url = await link(server);
    const answer = await follow(server, url);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, post_confirmation_url]);
    expect(await eventsOf(server, () => follow(server, url))).toEqual([]);
    expect((await follow(server, url)).status).toBe(302);
  });

  // U-103
  it('an invented, replaced or outdated confirmation link is rejected', async () => {
    await using server = await startServer({ seed: seed() });
    await subscribe(server);
    const old = await link(server);
    await subscribe(server);
    const current = await link(server);
    expect(current).not.toBe(old);
    for (const url of [old, `${current}x`, current.replace('/9999999/', '/8888888/')]) {
      expect((await follow(server, url)).status).toBe(404);
    }
    await server.post('subscribers/ann/remove', {});
    expect((await follow(server, current)).status).toBe(404);
    expect(await subscriptionStatus(server)).toBe('removed');
  });

  it('confirming reactivates an unsubscribed subscriber', async () => {
    await using server = await startServer({ seed: seed() });
    await server.post('subscribers/ann/unsubscribe_all', {});
    await subscribe(server);
    expect(await server.subscriber('ann')).toMatchObject({ status: 'unsubscribed' });
    await server.settle();
    expect((await server.outbox()).map(({ purpose }) => purpose)).toEqual(['confirmation']);
    await follow(server, await link(server));
    expect(await server.subscriber('ann')).toMatchObject({ status: 'active' });
    await server.settle();
    expect((await server.outbox()).at(-1)).toMatchObject({ purpose: 'campaign' });
  });

  // U-103
  it("the confirmation email uses the campaign's text", async () => {
    const confirmation_email = {
      subject: 'Is it you, {{ subscriber.first_name }}?',
      html_body: '<p>{{ confirmation_link }}</p>',
      text_body: 'Yes: {{ confirmation_url }}',
    };
    await using server = await startServer({ seed: seed({ confirmation_email }) });
    await subscribe(server);
    expect((await server.outbox())[0]).toMatchObject({ subject: 'Is it you, Ann?' });
    expect((await follow(server, await link(server))).status).toBe(200);
    expect(JSON.stringify(await one(server, 'campaigns/1'))).not.toContain('Is it you');
  });

  it.each([
    [{ confirmation_email: { subject: '{{ oops ' } }, {}, /template is not valid/],
    [{}, { default_from_email: undefined }, /from_email is missing/],
  ])('the account gets a notice if no confirmation can be sent: %o', async (campaign, account, why) => {
    await using server = await startServer({ seed: seed(campaign, account) });
    expect((await subscribe(server)).status).toBe(201);
    expect(await server.outbox()).toEqual([]);
    expect(await server.notices()).toMatchObject([{ message: expect.stringMatching(why) }]);
  });
});

describe('notifications of the account', () => {
  const notified = { notify_subscribe_email: 'in@acme.test', notify_unsubscribe_email: 'out@acme.test' };
  const emitted = async (server: TestServer) =>
    (await server.outbox()).flatMap(({ purpose, to, subject }) =>
      purpose === 'notification' ? [`${to}: ${subject}`] : [],
    );

  // U-147
  it('several addresses are notified', async () => {
    const addresses = { notify_unsubscribe_email: 'out@acme.test, boss@acme.test;all@acme.test' };
    await using server = await startServer({ seed: seed(addresses) });
    await subscribe(server, { double_optin: false });
    await server.post('subscribers/ann/unsubscribe_all', {});
    expect(await emitted(server)).toEqual(
      ['out', 'boss', 'all'].map((to) => `${to}@acme.test: ann@acme.test unsubscribed from Tides & Oars`),
    );
  });

  // proves: code email_address_list_error
  it.each(['notify_subscribe_email', 'notify_unsubscribe_email', 'bcc'])('%s is a list', async (name) => {
    await using server = await startServer();
    const campaign = { name: 'News', [name]: 'in@acme.test, nobody' };
    const { status, body } = await server.admin.post('/accounts/9999999/campaigns', campaign);
    const message = `${name} must be a valid comma-separated list of email addresses`;
    expect([status, body.errors[0].message]).toEqual([422, message]);
  });

  // U-103
  it('the account is notified of confirmed subscriptions by forms, and of unsubscriptions', async () => {
    const forms = [{ id: '7', headline: 'News', campaign_id: '1' }];
    await using server = await startServer({ seed: seed(notified, { forms }) });
    const submit = () => {
      const body = new URLSearchParams({ 'fields[email]': 'ann@acme.test' });
      return server.fetch(new Request(`${server.url}/forms/7/submissions`, { method: 'POST', body }));
    };
    await submit();
    expect(await emitted(server)).toEqual([]);
    await follow(server, await link(server));
    expect(await emitted(server)).toEqual(['in@acme.test: ann@acme.test subscribed to Tides & Oars']);
    await server.post('subscribers/ann/remove', {});
    await subscribe(server, { double_optin: false });
    expect(await emitted(server)).toHaveLength(1); // removed by the account; subscribed through the API
    await server.post('subscribers/ann/unsubscribe_all', {});
    expect((await emitted(server)).slice(1)).toEqual([
      'out@acme.test: ann@acme.test unsubscribed from Tides & Oars',
    ]);
  });
});
