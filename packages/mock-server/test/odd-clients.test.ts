import { describe, expect, it } from 'vitest';
import { ANN, TOKENS } from './boat-shop.ts';
import { scenarios, scenariosOverHttp, startServer, type TestServer } from './harness.ts';
import { message, postMessages, VISITOR } from './script-shop.ts';

/*
 * Requests as programs without type checks send them: numbers as texts, one tag for a list, inexact paths and times.
 */

type Odd = readonly [given: object, meant: object, warning: string];

/** A string that is read in another spelling. */
const respelled = (name: string, given: string, meant: string): Odd => [
  { [name]: given },
  { [name]: meant },
  `${name} '${given}' is read as '${meant}'`,
];

scenarios('inexact subscribers', (start) => {
  // U-36, U-140, U-141, U-143
  it.each<Odd>([
    [{ lifetime_value: '500' }, { lifetime_value: 500 }, "lifetime_value is read as a number: '500'"],
    [{ zip: 24_103 }, { zip: '24103' }, 'zip is read as a string: 24103'],
    [{ sms_consent: 1 }, { sms_consent: true }, 'sms_consent is read as true or false: 1'],
    [{ prospect: 'No' }, { prospect: false }, "prospect is read as true or false: 'No'"],
    respelled('status', 'Unsubscribed', 'unsubscribed'),
    [{ tags: 'vip' }, { tags: ['vip'] }, "tags is read as a list of one: 'vip'"],
    [
      { tags: { 0: 'a', 2: 'b' } },
      { tags: ['a', 'b'] },
      'tags is read as a list: an object with numbered members',
    ],
    [{ tags: [' vip ', ''] }, { tags: ['vip'] }, "tags[0] ' vip ' is read as 'vip'; tags[1] is left out: ''"],
    [{ custom_fields: [] }, { custom_fields: {} }, 'custom_fields is read as {}: []'],
    respelled('sms_number', '(206) 555-0100', '+12065550100'),
    respelled('time_zone', 'america/chicago', 'America/Chicago'),
    respelled('email', ' cy@acme.test', 'cy@acme.test'),
    [{ emial: 'x' }, {}, 'unknown member emial, did you mean email?'],
  ])('%j is read as intended with a warning, and rejected if strict', async (given, meant, warning) => {
    const record = { email: 'cy@acme.test', ...given };
    await using server = await start();
    const answer = await server.upsert(record);
    expect(answer.body.subscribers).toMatchObject([{ email: 'cy@acme.test', ...meant }]);
    expect(answer.headers.get('x-trickle-warnings')).toBe(warning);
    const batch = await server.post('subscribers/batches', { batches: [{ subscribers: [ANN, record] }] });
    expect(batch.headers.get('x-trickle-warnings')).toContain('[1].');
    await using strict = await start({ strict: true });
    const before = await strict.state();
    const batches = [{ subscribers: [record] }];
    for (const refused of [
      await strict.upsert(record),
      await strict.post('subscribers/batches', { batches }),
    ]) {
      expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([422, 'format_error']);
      expect(refused.body.errors?.[0]?.message).toContain('(rejected in strict mode)');
    }
    await strict.settle();
    expect(await strict.state()).toBe(before);
  });

  // U-35, U-145
  it.each([false, true])('null is absent without a warning; strict: %j', async (strict) => {
    await using server = await start({ strict });
    const record = { email: 'cy@acme.test', city: null, tags: null, prospect: null };
    const answer = await server.upsert(record);
    const batch = await server.post('subscribers/batches', { batches: [{ subscribers: [record] }] });
    expect([answer.status, batch.status]).toEqual([200, 201]);
    for (const { headers } of [answer, batch]) expect(headers.has('x-trickle-warnings')).toBe(false);
  });

  // U-140, U-141, U-143
  it.each([
    [{ sms_number: '+14165550100' }, 'sms_error sms_number'],
    [{ sms_number: '+18685550100' }, 'sms_error sms_number'],
    [{ sms_number: '+442079460958' }, 'sms_error sms_number'],
    [{ sms_number: '+18005550100' }, 'sms_error sms_number'],
    [{ sms_number: '555-0100' }, 'sms_error sms_number'],
    [{ time_zone: '+02:00' }, 'format_error time_zone'],
    [{ time_zone: 'PST' }, 'format_error time_zone'],
    [{ tags: ['vip', '  '] }, 'presence_error tags[1]'],
    [{ tags: ['x'.repeat(256)] }, 'length_error tags[0]'],
    [{ tags: Array.from({ length: 400_000 }, (_, i) => `t${i}`) }, undefined],
    [{ tags: Array.from({ length: 251 }, (_, i) => `t${i}`) }, 'length_error tags'],
    [{ new_email: {} }, 'email_error new_email'],
    [{ new_email: 'a@b.co>, <evil@x.io' }, 'email_error new_email'],
    [{ new_email: 'a@b.co>,<evil@x.io' }, 'email_error new_email'],
    [{ new_email: 'a@b.co\u0001' }, 'email_error new_email'],
    [{ new_email: `${'a'.repeat(250)}@b.co` }, 'email_error new_email'],
  ])('a value without a plain meaning is rejected: %#', async (given, fault) => {
    await using server = await start();
    const answer = await server.upsert({ email: 'cy@acme.test', ...given });
    expect(answer.status).toBe(422);
    const [first] = answer.body.errors ?? [];
    if (fault !== undefined) expect(`${first?.code} ${first?.attribute}`).toBe(fault);
    expect((await server.get('subscribers/cy@acme.test')).status).toBe(404);
  });

  it('an empty text clears a mobile number', async () => {
    await using server = await start();
    await server.save({ email: 'cy@acme.test', sms_number: '+12065550100' });
    expect(await server.save({ email: 'cy@acme.test', sms_number: '' })).not.toHaveProperty('sms_number');
    const subscribers = [{ email: ANN.email, sms_number: '', city: 'Kiel' }];
    await server.post('subscribers/batches', { batches: [{ subscribers }] });
    await server.settle();
    const ann = await server.subscriber(ANN.id);
    expect([ann.sms_number, ann.city]).toEqual([undefined, 'Kiel']);
  });
});

scenariosOverHttp('inexact addresses', (start) => {
  // U-02
  it.each([
    ['/v2//9999999/subscribers', 'doubled slashes in the path are read as one'],
    ['//v2/9999999///tags/', 'doubled slashes in the path are read as one'],
    ['/v2/9999999/subscribers.json', "'.json' at the end of the path is read as absent"],
    [`/v2/9999999/subscribers/${ANN.id}.json?`, "'.json' at the end of the path is read as absent"],
    ['/v2/accounts/9999999.json', "'.json' at the end of the path is read as absent"],
    ['/v2/9999999/subscribers?subscribed_after=2020-01-01T00:00+02', "'2020-01-01T00:00 02' is read as"],
    ['/v2/9999999/subscribers?page=two', "page is read as absent: 'two'"],
    ['/v2/9999999/subscribers?statsu=all', 'unknown parameter statsu, did you mean status?'],
  ])('the path %s is read as intended', async (path, warning) => {
    await using server = await start();
    const answer = await server.get(path);
    expect([answer.status, answer.headers.get('x-trickle-warnings')]).toEqual([
      200,
      expect.stringContaining(warning),
    ]);
    await using strict = await start({ strict: true });
    expect((await strict.get(path)).status).toBe(422);
  });

  it("an unencoded plus in a time filter is read as the offset's sign", async () => {
    await using server = await start({ now: '2026-03-06T12:00:00Z' });
    await server.save({ email: 'cy@acme.test' });
    const emails = async (time: string) =>
      (await server.get(`subscribers?subscribed_before=${time}`)).body.subscribers?.map(({ email }) => email);
    expect(await emails('2026-03-06T14:00:01+02:00')).toContain('cy@acme.test');
    expect(await emails('2026-03-06T13:59:59+02:00')).not.toContain('cy@acme.test');
  });

  it("doubled slashes do not lead to the server's own paths", async () => {
    await using server = await start();
    for (const path of ['//_admin/state', '/_admin//state', '//docs']) {
      expect((await server.get(path)).status, path).toBe(404);
    }
  });

  it('a path with a tag that ends in .json keeps the ending', async () => {
    await using server = await start();
    await server.save({ id: ANN.id, tags: ['data.json', 'data'] });
    await server.delete(`subscribers/${ANN.id}/tags/data.json`);
    expect((await server.subscriber(ANN.id)).tags).toEqual(['vip', 'boat owner', 'data']);
  });

  // proves: error 404 Resource not found
  it('an unknown subscriber gets the wording that plug-ins search for, and ours', async () => {
    await using server = await start();
    const message = 'The resource you requested was not found. Subscriber not found: nobody';
    expect((await server.get('subscribers/nobody')).body.errors).toEqual([
      { code: 'not_found_error', message },
    ]);
  });

  it.each([
    ['/v2/9999999/subscriberz', '/v2/{account_id}/subscribers'],
    ['/v2/subscribers', '/v2/{account_id}/subscribers'],
    ['/v1/9999999/tags', '/v2/{account_id}/tags'],
    [`/v2/${'x'.repeat(8000)}/subscriberz`, '/v2/{account_id}/subscribers'],
    ['/v2/9999999/pizza', 'none is near'],
    ['/v2/9999999/subscribers/1/2/3/4/5', 'none is near'],
    ['/pizza', 'none is near'],
    [`/v2/9999999/${'subscribers'.repeat(500)}`, 'none is near'],
  ])('the unknown path %s gets a hint only if there is a similar one', async (path, hint) => {
    await using server = await start();
    const answer = await server.get(path);
    expect([answer.status, answer.headers.get('x-trickle-unknown-path')]).toEqual([404, hint]);
  });
});

scenarios('removing a subscriber', (start) => {
  // U-05
  it.each([
    ['plain', { campaign_id: '111' }],
    ['as a number', { campaign_id: 111 }],
    ['in an envelope', { subscribers: [{ campaign_id: '111' }] }],
    ['of a form', 'campaign_id=111'],
  ])('remove reads campaign_id from a body %s', async (_, body) => {
    await using server = await start();
    const path = `subscribers/${encodeURIComponent(ANN.email)}/remove`;
    const answer = await server.send('POST', path, { body });
    expect([answer.status, answer.headers.get('x-trickle-warnings')]).toEqual([
      200,
      'campaign_id is read from the body; it belongs in the query',
    ]);
    const elsewhere = await server.send('POST', path, { body: { campaign_id: 'nothing' } });
    expect(elsewhere.status).toBe(404);
    expect((await server.send('POST', path, { body: { campaign_id: {} } })).status).toBe(422);
  });
});

describe('warnings', () => {
  it('warnings are escaped in the header', async () => {
    await using server = await startServer();
    for (const name of ['😀', 'é\n', '\u0001', 'x'.repeat(100_000)]) {
      const answer = await server.upsert({ email: 'cy@acme.test', [name]: 1 });
      expect([answer.status, answer.headers.get('x-trickle-warnings')]).toEqual([
        200,
        expect.stringMatching(/^unknown member [\x20-\x7e]+$/),
      ]);
    }
  });

  it('errors have warnings, too', async () => {
    await using server = await startServer();
    const answer = await server.upsert({ emial: 'cy@acme.test' });
    expect([answer.status, answer.headers.get('x-trickle-warnings')]).toEqual([
      422,
      'unknown member emial, did you mean email?',
    ]);
  });
});

describe('page script messages', () => {
  const identify = (server: TestServer, given: Record<string, unknown>) =>
    postMessages(server, [message('identify', given)]);

  // U-35, U-36, U-143
  it('page messages are read as leniently, with warnings for the account only', async () => {
    await using server = await startServer();
    const given = { email: ' cy@acme.test', new_email: '', prospect: 'false', tags: 'vip' };
    const { body, headers } = await identify(server, { ...given, time_zone: '+02:00' });
    expect(body.results).toMatchObject([{ success: true }]);
    expect(headers.has('x-trickle-warnings')).toBe(false);
    expect(await server.subscriber('cy@acme.test')).toMatchObject({ prospect: false, tags: ['vip'] });
    expect((await server.warnings()).map(({ warning }) => warning)).toEqual([
      "identify: email ' cy@acme.test' is read as 'cy@acme.test'",
      "identify: new_email is read as absent: ''",
      "identify: prospect is read as true or false: 'false'",
      "identify: tags is read as a list of one: 'vip'",
    ]);
  });

  // U-145
  it('inexact page messages fail on a strict server', async () => {
    await using server = await startServer({ strict: true });
    const { body } = await identify(server, { email: 'cy@acme.test', tags: 'vip' });
    expect(body.results).toMatchObject([{ success: false, error: "tags is read as a list of one: 'vip'" }]);
    expect((await server.get('subscribers/cy@acme.test')).status).toBe(404);
  });

  // U-141
  it.each([
    ['asia/kolkata', 'Asia/Kolkata'],
    ['+05:30', 'Etc/UTC'],
    ['Etc/Unknown', 'Etc/UTC'],
    ['Mars/Phobos', 'Etc/UTC'],
    ['', 'Etc/UTC'],
    ['x'.repeat(1000), 'Etc/UTC'],
  ])("a browser's time zone is stored as in the Olson database: %.20s", async (time_zone, kept) => {
    await using server = await startServer();
    const messages = [message('identify', { email: 'cy@acme.test' })];
    await server.send('POST', '/client/9999999/messages', {
      body: { visitor: VISITOR, time_zone, messages },
    });
    expect(await server.subscriber('cy@acme.test')).toMatchObject({ time_zone: kept });
  });
});

describe('seeds', () => {
  const users = [{ email: 'owner@acme.test', token: TOKENS.owner, time_zone: 'asia/kolkata' }];
  const seeded = (subscriber: object) => ({
    accounts: [{ id: '9999999', users, subscribers: [{ email: 'cy@acme.test', ...subscriber }] }],
  });

  // U-140, U-141
  it('a seed must have exact numbers and zones, except for the case of a zone', async () => {
    await expect(startServer({ seed: seeded({ sms_number: '+14165550100' }) })).rejects.toThrow('sms_number');
    await expect(startServer({ seed: seeded({ time_zone: '+02:00' }) })).rejects.toThrow('time_zone');
    await using server = await startServer({ seed: seeded({ time_zone: 'europe/lisbon' }) });
    expect((await server.subscriber('cy@acme.test')).time_zone).toBe('Europe/Lisbon');
    expect((await server.get('/v2/user')).body.users).toMatchObject([{ time_zone: 'Asia/Kolkata' }]);
  });

  it('a seed must say when a scheduled broadcast is sent', async () => {
    const broadcasts = [{ name: 'News', status: 'scheduled' as const }];
    const problem = 'accounts[0].broadcasts[0].send_at is required for a scheduled broadcast';
    await expect(startServer({ seed: { accounts: [{ broadcasts }] } })).rejects.toThrow(problem);
  });
});
