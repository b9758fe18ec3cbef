import { describe, expect, it, onTestFinished } from 'vitest';
import { createServer, type OutboxMail } from '../src/index.ts';
import { HandClock, type Start, scenarios, startServer, type TestServer } from './harness.ts';
import { eventsOf, mailingAccount, one } from './mailing-account.ts';

const TARGET = 'https://acme.test/oars?a=1&b=2';
const TRIGGER = 'https://acme.test/upgrade';
const LINKS = `<a href="${TARGET.replace('&', '&amp;')}">Oars</a> <a href='${TRIGGER}'>Up</a>`;

const seed = (status: 'active' | 'draft' = 'active') =>
  mailingAccount({
    subscribers: [{ id: 'ann', email: 'ann@acme.test' }],
    trigger_links: [{ id: 't1', url: TRIGGER }],
    campaigns: [
      {
        ...{ id: '1', name: 'Tides', status, subscribers: [{ email: 'ann@acme.test' }] },
        emails: [
          { id: 'e1', subject: 'Ahoy', html_body: LINKS },
          { id: 'e2', subject: 'Later', html_body: '<p>Later</p>' },
        ],
      },
    ],
    broadcasts: [{ id: 'b1', name: 'Sale', subject: 'Sale', html_body: '<p>Sale</p>' }],
  });

/** A server that has sent Ann her first email. It ends with its test. */
async function started(start: (options?: Start) => Promise<TestServer> = startServer) {
  const server = await start({ seed: seed() });
  onTestFinished(() => server[Symbol.asyncDispose]());
  await server.settle();
  const [mail] = await server.outbox();
  if (!mail) throw new Error('nothing was sent');
  return { server, mail, emailProperties: { delivery_id: mail.id, email_id: 'e1', email_subject: 'Ahoy' } };
}

const ask = (server: TestServer, url: string, init: RequestInit = {}) =>
  server.fetch(new Request(url, { redirect: 'manual', ...init }));

/** The matching addresses in an email's HTML. */
const urlsIn = ({ html }: OutboxMail, kind: RegExp) =>
  [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url = '']) => url).filter((url) => kind.test(url));

/** The events without `received_email`. */
const emittedEvents = async (server: TestServer, work: () => Promise<unknown>) =>
  (await eventsOf(server, work)).filter(([event]) => event !== 'subscriber.received_email');

scenarios('email events', (start) => {
  // U-106
  // proves: event subscriber.opened_email
  it("loading an email's tracking image records one open", async () => {
    const { server, mail, emailProperties } = await started(start);
    const [image = ''] = urlsIn(mail, /open\.gif$/);
    expect(await emittedEvents(server, () => ask(server, image, { method: 'HEAD' }))).toEqual([]);
    const events = await emittedEvents(server, async () => {
      const answer = await ask(server, image);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif']);
      expect(await answer.text()).toMatch(/^GIF89a/);
    });
    expect(events).toEqual([['subscriber.opened_email', emailProperties]]);
    expect(await emittedEvents(server, () => ask(server, image))).toEqual([]);
  });

  // U-106
  // proves: event subscriber.clicked_email
  it('every click in an email is recorded and redirected', async () => {
    const { server, mail, emailProperties } = await started(start);
    const [link = ''] = urlsIn(mail, /\/c\//);
    const headers = { 'user-agent': 'Mozilla/5.0' };
    for (let time = 1; time <= 2; time++) {
      const events = await emittedEvents(server, async () => {
        const answer = await ask(server, link, { headers });
        expect([answer.status, answer.headers.get('location')]).toEqual([302, TARGET]);
      });
      const ip_address = server.url.includes('localhost') ? null : expect.stringMatching(/127\.0\.0\.1|::1/);
      const click = { ...emailProperties, url: TARGET, user_agent: 'Mozilla/5.0', ip_address };
      expect(events).toEqual([['subscriber.clicked_email', click]]);
    }
    expect(await emittedEvents(server, () => ask(server, link, { method: 'HEAD' }))).toEqual([]);
  });

  // U-106
  it('subscribers can unsubscribe on a page or with one click in the mail program', async () => {
    const { server, mail } = await started(start);
    const url = mail.headers['List-Unsubscribe']?.slice(1, -1) ?? '';
    expect(urlsIn(mail, /unsubscribe$/)).toEqual([url]);
    expect(mail.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const looks = await emittedEvents(server, async () => {
      const page = await (await ask(server, url)).text();
      expect(page).toContain('Unsubscribe from Tides');
      expect(page).toContain('<b>ann@acme.test</b>');
    });
    expect(looks).toEqual([]); // mail scanners follow links
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const events = await emittedEvents(server, async () => {
      expect((await ask(server, url, { method: 'POST', body })).status).toBe(200);
    });
    expect(events).toEqual([
      ['subscriber.unsubscribed_from_campaign', { campaign_id: '1', campaign_name: 'Tides' }],
    ]);
    expect(await server.subscriber('ann')).toMatchObject({ status: 'active' });
    expect(await one(server, 'campaigns/1')).toMatchObject({ unsubscribed_subscriber_count: 1 });
    expect(await emittedEvents(server, () => ask(server, url, { method: 'POST', body }))).toEqual([]);
  });
});

describe('email events', () => {
  // U-106
  // proves: event subscriber.clicked_trigger_link
  it('a click on a trigger link in an email is recorded', async () => {
    const { server, mail, emailProperties } = await started();
    const [, link = ''] = urlsIn(mail, /\/c\//);
    const click = { url: TRIGGER, ip_address: null };
    expect(await emittedEvents(server, () => ask(server, link))).toEqual([
      ['subscriber.clicked_email', { ...emailProperties, ...click, user_agent: null }],
      ['subscriber.clicked_trigger_link', { ...click, trigger_id: 't1', source: 'email' }],
    ]);
  });

  // U-106
  it('email links redirect only to targets in emails and accept only known deliveries', async () => {
    const { server, mail } = await started();
    const [link = ''] = urlsIn(mail, /\/c\//);
    const elsewhere = [
      link.replace(/\/c\/.*/, '/c/aHR0cHM6Ly9ldmlsLnRlc3Q'),
      link.replace('/9999999/', '/8888888/'),
      `${server.url}/e/9999999/nothing/unsubscribe`,
    ];
    for (const url of elsewhere) expect((await ask(server, url)).status).toBe(404);
    const post = { method: 'POST', body: 'scope=all' };
    expect((await ask(server, `${server.url}/e/9999999/nothing/unsubscribe`, post)).status).toBe(404);
    // Links of a deleted email still redirect, but record nothing.
    const stranger = link.replace(mail.id, 'gone');
    expect(await emittedEvents(server, () => ask(server, stranger))).toEqual([]);
    expect((await ask(server, stranger)).status).toBe(302);
  });

  // U-106
  it('unsubscribing from an email without a campaign, or from all, ends all mailings', async () => {
    const { server, mail } = await started();
    const url = mail.headers['List-Unsubscribe']?.slice(1, -1) ?? '';
    const all = { method: 'POST', body: new URLSearchParams({ scope: 'all' }) };
    expect((await emittedEvents(server, () => ask(server, url, all))).map(([event]) => event)).toEqual([
      'subscriber.unsubscribed_all',
      'subscriber.unsubscribed_from_campaign',
    ]);
    await server.save({ id: 'ann', status: 'active' });
    await server.broadcasts.schedule('b1', { send_at: '2026-03-06T12:00:00Z' });
    await server.settle();
    const [sale] = (await server.outbox()).filter(({ purpose }) => purpose === 'broadcast');
    const link = sale?.headers['List-Unsubscribe']?.slice(1, -1) ?? '';
    expect(await (await ask(server, link)).text()).not.toContain('value="campaign"');
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const events = await emittedEvents(server, () => ask(server, link, { method: 'POST', body }));
    expect(events.map(([event]) => event)).toEqual(['subscriber.unsubscribed_all']);
  });
});

it('the emails of a seed name the port of a server that listens at once', async () => {
  await using server = await createServer({ seed: seed(), clock: new HandClock() });
  const url = await server.listen();
  await server.settle();
  const [mail] = await server.outbox();
  expect(mail?.html).toContain(url);
});

describe('a subscriber', () => {
  // U-107
  // proves: transition Subscriber: active or unsubscribed → Hard bounce or spam complaint
  // proves: event subscriber.bounced
  // proves: event subscriber.complained
  // proves: event subscriber.marked_as_undeliverable
  it.each([
    ['bounce', 'subscriber.bounced'],
    ['complain', 'subscriber.complained'],
  ] as const)('a subscriber is undeliverable after a %s and receives no more emails', async (verb, event) => {
    const { server, mail, emailProperties } = await started();
    const source = verb === 'bounce' ? 'bounce' : 'complaint';
    expect(await emittedEvents(server, () => server.mail[verb](mail.id))).toEqual([
      [event, emailProperties],
      ['subscriber.marked_as_undeliverable', { source }],
    ]);
    expect(await emittedEvents(server, () => server.mail[verb](mail.id))).toEqual([]);
    expect((await server.get('subscribers?status=undeliverable')).body.subscribers).toHaveLength(1);
    await server.advance({ days: 5 });
    expect(await server.outbox()).toHaveLength(1);
  });

  // U-107
  it('a subscriber stays deliverable after a temporary bounce', async () => {
    const { server, mail, emailProperties } = await started();
    const bounce = () => server.mail.bounce(mail.id, { isHard: false });
    expect(await emittedEvents(server, bounce)).toEqual([['subscriber.bounced', emailProperties]]);
    expect(await server.subscriber('ann')).toMatchObject({ status: 'active' });
  });

  // U-107
  // proves: transition Subscriber: undeliverable → Becomes deliverable again
  // proves: event subscriber.marked_as_deliverable
  it.each(['active', 'unsubscribed'] as const)('a deliverable subscriber is %s as before', async (status) => {
    const { server, mail } = await started();
    await server.save({ id: 'ann', status });
    await server.mail.bounce(mail.id);
    const back = () => server.mail.makeDeliverable('ann');
    expect(await emittedEvents(server, back)).toEqual([
      ['subscriber.marked_as_deliverable', { source: 'admin' }],
    ]);
    expect(await server.subscriber('ann')).toMatchObject({ status });
    expect(await emittedEvents(server, back)).toEqual([]);
  });

  // U-107
  it('an update to active makes a subscriber deliverable again', async () => {
    const { server, mail } = await started();
    await server.mail.bounce(mail.id);
    const update = () => server.save({ id: 'ann', status: 'active' });
    expect(await emittedEvents(server, update)).toEqual([
      ['subscriber.marked_as_deliverable', { source: 'api' }],
    ]);
    await server.advance({ days: 1 });
    expect((await server.outbox()).at(-1)).toMatchObject({ subject: 'Later' });
  });

  it('an injected fault bounces or suppresses an email', async () => {
    await using server = await startServer({ seed: seed('draft') });
    await server.faults.add({ on: 'email', email: 'ann@acme.test', bounce: true, times: 1 });
    await server.post('campaigns/1/activate', {});
    await server.settle();
    expect((await server.events()).map(({ event }) => event).slice(-3)).toEqual([
      'subscriber.received_email',
      'subscriber.bounced',
      'subscriber.marked_as_undeliverable',
    ]);
    await server.mail.makeDeliverable('ann');
    await server.faults.add({ on: 'email', drop: 'before' });
    await server.advance({ days: 2 });
    expect(await server.outbox()).toHaveLength(1);
  });

  it("a deleted subscriber's links redirect but record nothing", async () => {
    const { server, mail } = await started();
    const [link = ''] = urlsIn(mail, /\/c\//);
    const [image = ''] = urlsIn(mail, /open\.gif$/);
    await server.delete('subscribers/ann');
    expect(await emittedEvents(server, () => ask(server, image))).toEqual([]);
    const events = await emittedEvents(server, async () => {
      expect((await ask(server, link)).headers.get('location')).toBe(TARGET);
    });
    expect(events).toEqual([]);
    const url = mail.headers['List-Unsubscribe']?.slice(1, -1) ?? '';
    expect((await ask(server, url, { method: 'POST', body: '' })).status).toBe(404);
  });

  it('marking an unknown delivery or an unknown subscriber is refused', async () => {
    await using server = await startServer({ seed: seed() });
    await expect(server.mail.open('nothing')).rejects.toThrow(/Delivery not found: nothing$/);
    await expect(server.mail.makeDeliverable('nobody')).rejects.toThrow(/Subscriber not found: nobody$/);
  });
});

scenarios('addresses that decide what becomes of an email', (start) => {
  // U-280
  it.each([
    ['ann+bounce@acme.test', 'unsubscribed', 'subscriber.bounced'],
    ['Ann+Complaint@acme.test', 'unsubscribed', 'subscriber.complained'],
    ['ann+bounces@acme.test', 'active', undefined],
    ['bounce@acme.test', 'active', undefined],
    ['ann@bounce+complaint.test', 'active', undefined],
  ])('an email to %s leaves the subscriber %s', async (email, status, event) => {
    const campaign = { id: '1', name: 'Tides', status: 'active' as const, emails: [{ subject: 'Ahoy' }] };
    const campaigns = [{ ...campaign, subscribers: [{ email }] }];
    await using server = await start({
      seed: mailingAccount({ subscribers: [{ id: 'ann', email }], campaigns }),
    });
    await server.settle();
    expect(await server.outbox()).toHaveLength(1);
    expect(await one(server, 'subscribers/ann')).toMatchObject({ status });
    const names = (await server.events()).map(({ event: name }) => name);
    expect(names.find((name) => /bounced|complained/.test(name))).toBe(event);
  });
});
