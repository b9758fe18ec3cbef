import { describe, expect, it } from 'vitest';
import type { Seed } from '../src/index.ts';
import { TOKENS } from './boat-shop.ts';
import { issuesIn, scenarios, startServer, type TestServer } from './harness.ts';
import { EMAIL, eventsOf, mailingAccount, one } from './mailing-account.ts';

type FormSeed = NonNullable<NonNullable<Seed['accounts']>[number]['forms']>[number];

const withForm = (form: Partial<FormSeed> = {}, account: Parameters<typeof mailingAccount>[0] = {}) =>
  mailingAccount({ forms: [{ id: '77', headline: 'News', ...form }], ...account });

const visitor = 'd'.repeat(32);

type Values = readonly (readonly [string, string])[] | Readonly<Record<string, string>>;
const pairs = (values: Values) =>
  (Array.isArray(values) ? values : Object.entries(values)) as [string, string][];

interface Sent {
  readonly accept?: string;
  readonly as?: 'urlencoded' | 'multipart';
  readonly id?: string;
  readonly origin?: string;
}

/** Posts a plain form like a browser. */
async function submit(server: TestServer, values: Values, { accept, as, id = '77', origin }: Sent = {}) {
  const body = as === 'multipart' ? new FormData() : new URLSearchParams();
  for (const [name, value] of pairs(values)) body.append(name, value);
  const response = await server.fetch(
    new Request(`${server.url}/forms/${id}/submissions`, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: {
        accept: accept ?? 'text/html,application/xhtml+xml,*/*;q=0.8',
        referer: 'https://acme.test/news',
        'user-agent': 'Browser/1',
        ...(origin !== undefined && { origin }),
      },
    }),
  );
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const cy = { 'fields[email]': 'cy@acme.test' };

scenarios('plain forms', (start) => {
  // U-26
  it.each(['urlencoded', 'multipart'] as const)('a form sent as %s creates the subscriber', async (as) => {
    await using server = await start({ seed: withForm({ tags: ['reader'] }) });
    const values = [
      ['fields[email]', ' cy@acme.test '],
      ['fields[first_name]', 'Cÿ'],
      ['fields[shoe_size]', '41'],
      ['fields[empty]', ''],
      ['fields[colors][]', 'red'],
      ['fields[colors][]', 'blue'],
      ['fields[eu_consent]', 'denied'],
      ['fields[eu_consent]', 'granted'],
      ['fields[eu_consent_message]', 'I agree'],
      ['fields[user_id]', 'mine'],
      ['fields[__proto__]', 'odd'],
      ['tags[]', 'spring'],
      ['tags[]', ''],
      ['time_zone', 'Europe/Paris'],
      ['visitor_uuid', visitor],
      ['q7x', ''],
      ['unknown', 'x'],
    ] as const;
    expect((await submit(server, values, { as })).status).toBe(200);
    const subscriber = await server.subscriber(visitor);
    expect(subscriber).toMatchObject({
      email: 'cy@acme.test',
      first_name: 'Cÿ',
      status: 'active',
      eu_consent: 'granted',
      time_zone: 'Europe/Paris',
      user_agent: 'Browser/1',
      prospect: true,
    });
    expect(subscriber.user_id).toBeUndefined();
    expect([...subscriber.tags].sort()).toEqual(['reader', 'spring']);
    expect(JSON.parse(JSON.stringify(subscriber.custom_fields))).toEqual(
      JSON.parse('{"shoe_size":"41","colors":"red, blue","user_id":"mine","__proto__":"odd"}'),
    );
    expect(await server.formSubmissions()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        formId: '77',
        subscriberId: subscriber.id,
        visitorUuid: visitor,
        url: 'https://acme.test/news',
        submittedAt: '2026-03-06T12:00:00Z',
        cause: { type: 'request', id: expect.stringMatching(/^\w+-\d+$/) },
      },
    ]);
  });

  it('a form submission returns a self-contained confirmation page', async () => {
    const seed = withForm({ confirmation_heading: 'Thanks <you>', confirmation_text: 'Look & see' });
    await using server = await start({ seed });
    const { status, headers, text } = await submit(server, cy);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/html');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(text).toContain('<h1>Thanks &lt;you&gt;</h1>');
    expect(text).toContain('Look &amp; see');
    expect(text).not.toMatch(/<script|src=|url\(/);
  });

  it("a form submission redirects to the form's redirect_url", async () => {
    await using server = await start({ seed: withForm({ redirect_url: 'https://acme.test/thanks?a=b' }) });
    const { status, headers } = await submit(server, cy);
    expect([status, headers.get('location')]).toEqual([303, 'https://acme.test/thanks?a=b']);
    expect((await server.subscriber('cy@acme.test')).status).toBe('active');
  });

  it('an invalid form submission shows the issues beside the filled-in fields and changes nothing', async () => {
    const fields = [
      { name: 'first_name', required: true },
      { name: 'size', type: 'select' as const, options: ['S', 'M'] },
      { name: 'note', type: 'textarea' as const },
      { name: 'color', type: 'select' as const, options: ['red', 'teal'] },
      { name: 'promo', type: 'checkbox' as const, label: 'Promotions', value: 'yes' },
    ];
    await using server = await start({
      seed: withForm({ fields, eu_consent: 'I agree', texts: { choose: 'Bitte wählen' } }),
    });
    const before = await server.state();
    const { status, text } = await submit(server, {
      'fields[email]': 'cy at "acme"',
      'fields[size]': 'XXL',
      'fields[color]': 'teal',
      'fields[note]': '</textarea><script>',
      'fields[promo]': 'yes',
      'fields[eu_consent]': 'granted',
    });
    expect(status).toBe(422);
    for (const part of [
      'value="cy at &quot;acme&quot;"',
      '&lt;/textarea&gt;&lt;script&gt;',
      /name="fields\[email\]"[^>]* aria-invalid="true" aria-describedby="email-error"/,
      'id="email-error">Please enter an email address, such as ann@example.com.<',
      'id="first_name-error">Please fill this in.<',
      'id="size-error">Please correct this.<',
      '<option value="">Bitte wählen</option><option>red</option><option selected>teal</option>', // U-187
      /name="fields\[promo\]" value="yes" checked/,
      /name="fields\[eu_consent\]" value="granted" checked/,
    ])
      expect(text).toMatch(part);
    expect(await server.state()).toBe(before);
    expect(await server.formSubmissions()).toEqual([]);
  });

  it('a form submission returns JSON to programs', async () => {
    await using server = await start({ seed: withForm() });
    const accept = 'application/json';
    const good = await submit(server, cy, { accept });
    expect([good.status, JSON.parse(good.text)]).toEqual([200, { success: true }]);
    const bad = await submit(server, { 'fields[email]': '' }, { accept });
    expect(bad.status).toBe(422);
    expect(JSON.parse(bad.text)).toEqual({
      errors: [{ code: 'presence_error', attribute: 'email', message: 'Please fill this in.' }],
    });
  });

  it('forms work for visitors who block scripts', async () => {
    const seed = withForm({ description: 'Twice a month', button_text: 'Join', eu_consent: 'I agree' });
    await using server = await start({ seed });
    const { status, text } = await server.get('/forms/77');
    expect(status).toBe(200);
    expect(text).toContain('<h1>News</h1>');
    expect(text).toContain('Twice a month');
    // Relative, for servers below a path of a proxy.
    expect(text).toContain('action="../forms/77/submissions"');
    expect(text).toMatch(/<label for="email">Email<\/label><input type="email"/);
    expect(text).toContain('<button>Join</button>');
    expect(text).not.toContain('role="alert"');
    expect((await server.get('/forms/78')).status).toBe(404);
    expect((await submit(server, cy, { id: '78' })).status).toBe(404);
  });
});

describe('form submissions', () => {
  // U-78
  it('a form submission updates a known subscriber, ignores empty fields and emits one event', async () => {
    const subscribers = [{ email: 'cy@acme.test', first_name: 'Cy', time_zone: 'Asia/Tokyo' }];
    await using server = await startServer({ seed: withForm({ tags: ['reader'] }, { subscribers }) });
    const values = { ...cy, 'fields[first_name]': '', 'fields[city]': 'Oslo', time_zone: 'Europe/Paris' };
    const events = await eventsOf(server, () => submit(server, values));
    expect(events).toEqual([['subscriber.applied_tag', { tag: 'reader' }]]);
    expect(await eventsOf(server, () => submit(server, values))).toEqual([]);
    const subscriber = await server.subscriber('cy@acme.test');
    expect(subscriber).toMatchObject({ first_name: 'Cy', city: 'Oslo', time_zone: 'Asia/Tokyo' });
    expect(subscriber.user_agent).toBeUndefined();
    expect(await server.formSubmissions({ formId: '77' })).toHaveLength(2);
    expect(await server.formSubmissions({ formId: '78' })).toEqual([]);
  });

  it.each([
    [false, 'active', 1],
    [true, 'unconfirmed', 0],
  ])('a form with double opt-in %s subscribes to its campaign: %s', async (double_optin, status, emitted) => {
    const campaigns = [
      { id: '5', name: 'Letters', status: 'active' as const, double_optin, emails: [EMAIL] },
    ];
    await using server = await startServer({ seed: withForm({ campaign_id: '5' }, { campaigns }) });
    const events = await eventsOf(server, () => submit(server, cy));
    expect(events.filter(([name]) => name === 'subscriber.subscribed_to_campaign')).toHaveLength(emitted);
    const { id } = await server.subscriber('cy@acme.test');
    const subscription = await one(server, `subscribers/${id}/campaign_subscriptions`);
    expect(subscription).toMatchObject({ campaign_id: '5', status });
  });

  // U-79
  it.each([
    ['a form', undefined, undefined, 'active'],
    ['a form with a campaign', '5', undefined, 'active'],
    ['a form with a campaign that asks for confirmation', '6', undefined, 'unsubscribed'],
    ['a form whose box for consent stayed empty', undefined, 'denied', 'unsubscribed'],
    ['a form with a campaign whose box for consent stayed empty', '5', 'denied', 'unsubscribed'],
  ])('an unsubscribed subscriber submits %s', async (_, campaign_id, consent, status) => {
    const campaigns = [
      { id: '5', name: 'Letters', emails: [EMAIL] },
      { id: '6', name: 'Careful', double_optin: true, emails: [{ ...EMAIL, id: 'e2' }] },
    ];
    const subscribers = [{ email: 'cy@acme.test', status: 'unsubscribed' as const }];
    const form = campaign_id === undefined ? {} : { campaign_id };
    await using server = await startServer({ seed: withForm(form, { campaigns, subscribers }) });
    await submit(server, { ...cy, ...(consent && { 'fields[eu_consent]': consent }) });
    const subscriber = await server.subscriber('cy@acme.test');
    expect(subscriber.status).toBe(status);
    if (consent) {
      expect(subscriber.eu_consent).toBe('denied');
      const { text } = await server.get(`subscribers/${subscriber.id}/campaign_subscriptions`);
      expect(JSON.parse(text).campaign_subscriptions).toEqual([]);
    }
  });

  // U-75
  it("a form submission is accepted from the account's origins and the server's own page, if the account names origins", async () => {
    const seed = withForm({}, { script_origins: ['https://acme.test'] });
    await using server = await startServer({ seed });
    const status = async (origin: string) => (await submit(server, cy, { origin })).status;
    expect(await status('https://evil.test')).toBe(403);
    expect(await status('null')).toBe(403);
    expect((await server.get('subscribers/cy%40acme.test')).status).toBe(404);
    expect(await status('https://acme.test')).toBe(200);
    expect(await status(new URL(server.url).origin)).toBe(200);
  });

  // U-75
  it('form submissions are rate limited by visitor and by IP address', async () => {
    const limits = { scriptVisitor: 2, scriptAddress: 4 };
    await using server = await startServer({ seed: withForm(), limits, road: 'over a socket' });
    const status = async (visitor_uuid = '') => (await submit(server, { ...cy, visitor_uuid })).status;
    const statuses = [];
    for (let times = 0; times < 3; times++) statuses.push(await status(visitor));
    for (let times = 0; times < 3; times++) statuses.push(await status());
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429]);
    server.clock.set('2026-03-06T12:01:00Z');
    expect(await status(visitor)).toBe(200);
  });

  // U-77
  it('a form submission belongs to the account that it names, else to the account that had the form id first', async () => {
    const [first = {}] = mailingAccount({ forms: [{ id: '77' }] }).accounts ?? [];
    const users = [{ email: 'other@acme.test', token: 'other' }];
    const accounts = [first, { id: '8888888', users, forms: [{ id: '77' }] }];
    await using server = await startServer({ seed: { accounts } });
    await submit(server, cy);
    await submit(server, { 'fields[email]': 'dee@acme.test', account_id: '8888888' });
    expect((await submit(server, { ...cy, account_id: '7' })).status).toBe(404);
    const emails = async (token: string, account: string) => {
      const { body } = await server.send('GET', `/v2/${account}/subscribers`, { token });
      return body.subscribers?.map(({ email }) => email);
    };
    expect(await emails(TOKENS.owner, '9999999')).toEqual(['cy@acme.test']);
    expect(await emails('other', '8888888')).toEqual(['dee@acme.test']);
  });

  it('a request that is not a form submission is refused', async () => {
    await using server = await startServer({ seed: withForm() });
    const post = (type: string, body: string) =>
      server.send('POST', '/forms/77/submissions', { headers: { 'content-type': type }, body });
    expect((await post('application/json', '{}')).status).toBe(415);
    expect((await post('multipart/form-data; boundary=x', 'broken')).status).toBe(400);
    expect(issuesIn(await post('text/plain', 'fields[email]=cy@acme.test'))).toEqual([
      'undefined: format_error',
    ]);
  });

  it("the interface does not show the internal settings of a seed's form", async () => {
    const form = { fields: [{ name: 'size' }], tags: ['a'], eu_consent: 'I agree', texts: { close: 'Zu' } };
    await using server = await startServer({ seed: withForm(form) });
    const shown = Object.keys(await one(server, 'forms/77'));
    expect(shown.filter((name) => name in form || name === 'signup')).toEqual([]);
    expect((await server.get('forms')).text).not.toContain('I agree');
  });

  it('a form submission ignores an invalid visitor or time zone', async () => {
    await using server = await startServer({ seed: withForm() });
    await submit(server, { ...cy, visitor_uuid: 'nobody', time_zone: 'Etc/Unknown' });
    expect(await server.subscriber('cy@acme.test')).toMatchObject({ time_zone: 'Etc/UTC' });
    expect((await server.formSubmissions())[0]?.visitorUuid).toBeNull();
  });
});

describe('forms sent by the page script', () => {
  const send = async (server: TestServer, given: object, id = 'e'.repeat(32)) => {
    const page = { url: 'https://acme.test/oars', referrer: '', user_agent: 'Browser/2' };
    const messages = [{ id, command: 'submitForm', arguments: { form_id: '77', ...given } }];
    const { status, text } = await server.send('POST', '/client/9999999/messages', {
      headers: { authorization: '', 'content-type': 'text/plain' },
      body: { visitor, page, time_zone: 'Europe/Paris', messages },
    });
    expect(status).toBe(200);
    return JSON.parse(text).results[0];
  };

  // U-81
  it('a form sent by the page script is applied once, like a plain form', async () => {
    await using server = await startServer({ seed: withForm({ tags: ['reader'] }) });
    const entries = [
      ['fields[email]', 'cy@acme.test'],
      ['fields[size]', '41'],
      ['tags[]', 'spring'],
      ['q7x', ''],
    ];
    const given = { entries, url: 'https://acme.test/news' };
    const first = await send(server, given);
    expect(first).toEqual({ id: 'e'.repeat(32), success: true, visitor_uuid: visitor, anonymous: false });
    expect(await send(server, given)).toEqual(first);
    expect(await server.subscriber(visitor)).toMatchObject({
      email: 'cy@acme.test',
      custom_fields: { size: '41' },
      tags: ['reader', 'spring'],
      time_zone: 'Europe/Paris',
    });
    expect(await server.formSubmissions()).toMatchObject([
      { formId: '77', visitorUuid: visitor, url: 'https://acme.test/news' },
    ]);
  });

  it('an invalid form sent by the page script reports issues by field and can be sent again', async () => {
    await using server = await startServer({ seed: withForm({ texts: { required: 'Bitte ausfüllen' } }) });
    expect(await send(server, { entries: [] })).toMatchObject({
      success: false,
      anonymous: true,
      errors: [{ code: 'presence_error', attribute: 'email', message: 'Bitte ausfüllen' }],
    });
    const entries = [['fields[email]', 'cy@acme.test']];
    expect(await send(server, { entries })).toMatchObject({ success: true });
  });

  it("the page script can only send the account's own forms, and a value in the hidden input makes it suspicious", async () => {
    await using server = await startServer({ seed: withForm() });
    const before = await server.state();
    const entries = [['fields[email]', 'cy@acme.test']];
    expect(await send(server, { form_id: '78', entries })).toMatchObject({ success: false, anonymous: true });
    expect(await send(server, { entries: { email: 'cy@acme.test' } })).toMatchObject({ success: false });
    expect(await server.state()).toBe(before);
    const trapped = { entries: [...entries, ['q7x', 'x']] };
    expect(await send(server, trapped)).toMatchObject({ success: true, anonymous: false });
    expect(await server.subscriber(visitor)).toMatchObject({ tags: ['suspicious'] });
  });
});
