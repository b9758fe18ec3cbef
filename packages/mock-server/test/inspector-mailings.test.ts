import { expect, it } from 'vitest';
import type { Json } from './admin-client.ts';
import { scenarios, type TestServer } from './harness.ts';
import { startLively, startLivened } from './lively-account.ts';
import { mailingAccount } from './mailing-account.ts';
import { shareLivened } from './shared-servers.ts';

const ID = '9999999';

const livened = shareLivened();

scenarios('the mailings of the admin API', (start) => {
  it('campaigns have their numbers, emails and due emails', async () => {
    await using server = await startLivened(start);
    const [delivery] = await server.mail.deliveries({ campaignId: '1' });
    await server.mail.click(delivery?.id ?? '', 'https://acme.test/');
    const { campaigns } = (await server.admin.get('/campaigns')).body;
    expect(campaigns).toMatchObject([
      {
        id: '1',
        status: 'active',
        email_count: 2,
        sent: 1,
        clicked: 1,
        subscriber_counts: { active: 1, completed: 0 },
      },
    ]);
    const { body } = await server.admin.get('/campaigns/1');
    expect(body.emails).toMatchObject([
      { id: 'e1', number: 1, sent: 1, clicked: 1 },
      { id: 'e2', number: 2, sent: 0, delay: { days: 2 }, text: 'Again' },
    ]);
    const email = `ann@of-${ID}.test`;
    const send_at = '2026-03-08T08:00:00.000Z';
    expect(body.due).toEqual([{ subscriber_id: 'ann', email, email_number: 2, send_at }]);
    server.clock.set('2026-03-09T12:00:00Z');
    await server.settle();
    const { subscriber_counts: counts, due } = (await server.admin.get('/campaigns/1')).body;
    expect([counts.active, counts.completed, due]).toEqual([0, 1, []]);
    expect((await server.admin.get('/campaigns/2')).status).toBe(404);
  });

  it('broadcasts have their email and their next recipients', async () => {
    await using server = await startLively(start);
    await server.admin.post('/broadcasts/1/schedule', { send_at: '2026-03-07T12:00:00Z' });
    expect((await server.admin.get('/broadcasts')).body.broadcasts).toMatchObject([
      { id: '1', status: 'scheduled', subject: `Sale of-${ID}`, send_at: '2026-03-07T12:00:00Z', sent: 0 },
    ]);
    server.clock.set('2026-03-07T12:00:00Z');
    await server.settle();
    expect((await server.admin.get('/broadcasts/1')).body).toMatchObject({
      status: 'sent',
      sent: 2,
      emails: [{ id: '1', html: '<p>Sale</p>', sent: 2 }],
      due: [],
    });
  });

  it('a workflow has its steps and who waits at which', async () => {
    const server = await livened();
    expect((await server.admin.get('/workflows')).body.workflows).toMatchObject([
      { id: '1', step_count: 3, active: 1, waiting: 1, sent: 1 },
    ]);
    const { body } = await server.admin.get('/workflows/1');
    expect(body.steps).toMatchObject([
      { id: 'step-0', type: 'send_email', next: 'step-1', figures: { sent: 1 } },
      { id: 'step-1', type: 'delay', days: 3, next: 'step-2' },
      { id: 'step-2', type: 'apply_tag', tag: 'done', next: null },
    ]);
    expect(body.waiting).toEqual({ 'step-0': 0, 'step-1': 1, 'step-2': 0 });
    expect(body.triggers[0].properties).toEqual({ action: 'Signed up' });
    expect(body.members).toMatchObject([
      { subscriber_id: 'ann', step_id: 'step-1', waits_for: 'delay', runs_at: '2026-03-09T12:00:00.000Z' },
    ]);
  });

  it('forms, goals and webhooks have their numbers', async () => {
    const server = await livened();
    expect((await server.admin.get('/forms')).body.forms).toMatchObject([
      { id: '1', headline: `of-${ID}`, submissions: 1 },
    ]);
    expect((await server.admin.get('/goals')).body.goals).toMatchObject([
      { id: '1', conversions: 1, value: 500 },
    ]);
    expect((await server.admin.get('/webhooks')).body.webhooks).toMatchObject([
      { id: '1', url: `https://hooks.of-${ID}.test/`, delivered: 0, failed: 0, pending: 1 },
    ]);
  });

  it('a webhook delivery shows each attempt with its request and answer', async () => {
    await using server = await startLivened(start);
    await server.faults.clear();
    await server.faults.add({ on: 'webhook', drop: 'before' });
    await server.advance({ hours: 1 });
    const [{ id, ...listed }] = (await server.admin.get('/webhook_deliveries')).body.deliveries;
    expect(listed).toMatchObject({
      created_at: '2026-03-06T12:00:00.000Z',
      attempts: expect.arrayContaining([expect.objectContaining({ at: '2026-03-06T12:00:00.000Z' })]),
      next_attempt_at: expect.stringMatching(/Z$/),
    });
    expect(JSON.parse(listed.body)).toMatchObject({ data: { properties: { tag: `of-${ID}` } } });
    const { attempts } = (await server.admin.get(`/webhook_deliveries/${id}`)).body;
    const request_headers = { 'content-type': 'application/json', 'user-agent': expect.any(String) };
    const attempt = { at: expect.any(String), request_headers, milliseconds: expect.any(Number) };
    const answer = { status: 500, headers: {}, body: '' };
    expect(attempts.slice(0, 2)).toEqual([
      { ...attempt, at: '2026-03-06T12:00:00.000Z', status: 500, answer, error: null },
      { ...attempt, status: null, answer: null, error: 'the connection was dropped' },
    ]);
  });
});

const HOSTILE = `<script>alert(1)</script><img src="https://spy.test/x.png" onerror="alert(2)"><a href="javascript:alert(3)">x</a>`;

/** Sends an email with hostile HTML and returns its id. */
async function sendHostile(server: TestServer): Promise<string> {
  await server.post('campaigns/1/subscribers', { subscribers: [{ email: 'ann@acme.test' }] });
  await server.settle();
  const [mail] = await server.outbox();
  return mail?.id ?? '';
}

scenarios('the preview of an email', (start) => {
  const hostile = () => {
    const emails = [{ id: 'e1', subject: HOSTILE, html_body: HOSTILE }];
    return mailingAccount({
      subscribers: [{ email: 'ann@acme.test', first_name: HOSTILE }],
      campaigns: [{ id: '1', name: HOSTILE, status: 'active', start_immediately: true, emails }],
    });
  };

  it('an email is a page that runs no scripts, loads nothing from elsewhere, and records no opening', async () => {
    await using server = await start({ seed: hostile() });
    const { status, headers, text } = await server.get(`/_admin/outbox/${await sendHostile(server)}/preview`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).toContain('<script>alert(1)</script>');
    expect(text).not.toContain('open.gif');
    expect(await server.mail.deliveries()).toMatchObject([{ openedAt: null }]);
  });

  it('a plain-text email is shown with its text escaped', async () => {
    const emails = [{ id: 'e1', subject: 'Plain', text_body: 'a < b & <script>' }];
    const campaigns = [{ id: '1', name: 'x', status: 'active' as const, start_immediately: true, emails }];
    await using server = await start({
      seed: mailingAccount({ subscribers: [{ email: 'ann@acme.test' }], campaigns }),
    });
    const { text } = await server.get(`/_admin/outbox/${await sendHostile(server)}/preview`);
    expect(text).toMatch(/^<pre>a &lt; b &amp; &lt;script&gt;/);
  });

  it('hostile text comes back as JSON text and never as markup', async () => {
    await using server = await start({ seed: hostile() });
    const id = await sendHostile(server);
    for (const path of ['/subscribers', '/campaigns', `/outbox/${id}`, '/search?q=script', '/requests']) {
      const { headers } = await server.get(`/_admin${path}`);
      expect([path, headers.get('content-type')]).toEqual([path, 'application/json']);
    }
    const { links, mailing_name: mailing } = (await server.admin.get(`/outbox/${id}`)).body;
    expect(mailing).toBe(HOSTILE);
    expect(links.map(({ url }: Json) => url)).toContain('javascript:alert(3)');
    expect((await server.admin.get('/outbox/none')).status).toBe(404);
    expect((await server.admin.get('/outbox/none/preview')).status).toBe(404);
  });

  it('an email that is being written is rendered with the sender of its campaign, or that of the account', async () => {
    await using server = await start({ seed: hostile() });
    const content = { subject: 'For {{ subscriber.email }}', html_body: '<p>Hi</p>' };
    const draft = { subscriber: 'ann@acme.test', ...content };
    for (const mailing of [{}, { campaign_id: '1' }, { campaign_id: '1', email_index: 7 }]) {
      const { body } = await server.admin.post('/emails/preview', { ...draft, ...mailing });
      expect(body).toMatchObject({ subject: 'For ann@acme.test', to: 'ann@acme.test' });
      expect(body.html).toContain('<p>Hi</p>');
    }
    const wrong = await server.admin.post('/emails/preview', { ...draft, html_body: '{% if %}' });
    expect([wrong.status, wrong.body.errors[0].attribute]).toEqual([422, 'html_body']);
    expect((await server.admin.post('/emails/preview', { subscriber: 'ann@acme.test' })).status).toBe(422);
  });

  it('a form of a page sends an email or a form that is being written, and gets it as a page', async () => {
    await using server = await start({ seed: hostile() });
    const page = async (path: string, input: object) => {
      const body = new URLSearchParams({ json: JSON.stringify(input) });
      const answer = await server.fetch(new Request(`${server.url}/_admin${path}`, { method: 'POST', body }));
      return `${answer.headers.get('content-security-policy')} ${await answer.text()}`;
    };
    const draft = { subscriber: 'ann@acme.test', html_body: '<p>1 + 1 & 2</p>' };
    expect(await page('/emails/preview/page', draft)).toMatch(
      /^sandbox; default-src 'none'.*<p>1 \+ 1 & 2<\/p>/s,
    );
    const form = { headline: 'Letters', orientation: 'lightbox', eu_consent: null };
    expect(await page('/forms/preview', form)).toContain('Letters');
    expect(await page('/forms/preview', { orientation: 'upside_down' })).toContain(
      '"attribute":"orientation"',
    );
  });
});
