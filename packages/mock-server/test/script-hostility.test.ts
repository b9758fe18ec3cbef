import { CallbackResponse, issuesOf } from '@trickle/sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../scripts/setup/thorough.ts';
import { startServer, type TestServer } from './harness.ts';
import { scriptShop, VISITOR } from './script-shop.ts';

/* Any request to the endpoints that are open to anybody, over a socket. */

const start = () =>
  startServer({
    road: 'over a socket',
    seed: scriptShop({
      forms: [{ id: '7', headline: 'News' }],
      goals: [{ id: '1', name: 'Looked' }],
      workflows: [
        {
          name: 'Views',
          status: 'active',
          triggers: [{ provider: 'p', trigger_type: 'viewed_product', properties: { product_id: '1' } }],
          steps: [{ type: 'apply_tag', tag: 'seen' }],
        },
      ],
    }),
  });

const runs = (all: number) => ({ numRuns: runsOf(all) });

let count = 0;
const newId = () => (++count).toString(16).padStart(32, 'f');

/** A request as text, so that it can contain more than JavaScript objects can. */
const postOf = (command: string, given: string, id = newId()) =>
  `{"visitor":"${VISITOR}","page":{"url":"https://acme.test/"},"messages":[{"id":"${id}","command":"${command}","arguments":${given}}]}`;

async function send(server: TestServer, body: string | Uint8Array<ArrayBuffer>, type = 'text/plain') {
  const response = await server.fetch(
    new Request(`${server.url}/client/9999999/messages`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    }),
  );
  return { status: response.status, text: await response.text() };
}

/** Throws unless the response is one of the documented ones. */
function expectAnswer({ status, text }: { status: number; text: string }) {
  expect([200, 400, 413, 422]).toContain(status);
  const body = JSON.parse(text);
  if (status === 400) expect(body).toEqual({ status, error: expect.any(String) });
  else if (status === 200) {
    for (const { id, errors, renew, ...result } of body.results) {
      expect(id).toMatch(/^[0-9a-f]{32}$/);
      expect(issuesOf(CallbackResponse, result)).toEqual([]);
      expect(Object.hasOwn(result, 'error')).toBe(!result.success);
    }
  } else expect(body.errors.length).toBeGreaterThan(0);
  expect(text.length).toBeLessThan(20_000);
  return body;
}

describe('unusual messages', () => {
  const many = (length: number, item: (i: number) => string) =>
    Array.from({ length }, (_, i) => item(i)).join();

  it.each([
    // Values that say how they become text, or a number.
    ['{"action":"Viewed a product","product_id":{"toString":1}}', true],
    ['{"action":"Viewed a product","product_id":"1","price":{"valueOf":1}}', true],
    // Names that objects have.
    ['{"action":"Looked","__proto__":{"a":1},"constructor":2,"hasOwnProperty":3}', true],
    // A lone surrogate, and noncharacters.
    ['{"action":"\\ud800","\\udfff":"\\ud800"}', true],
    ['{"action":"\\u0000","\\u0000":"\\u0000"}', true],
    // Numbers that are too large.
    ['{"action":"Looked","a":1e999,"b":-1e999,"c":123456789012345678901234567890}', true],
    ['{"action":"Looked","value":1e999}', false],
    // The first moment and the last.
    ['{"action":"Looked","occurred_at":"0000-01-01T00:00:00+14:00"}', true],
    ['{"action":"Looked","occurred_at":"9999-12-31T23:59:60-14:59"}', true],
    ['{"action":"Looked","action":"Seen"}', true],
    [`{"action":"Looked","a":${'['.repeat(90)}${']'.repeat(90)}}`, true],
  ])('an unusual message is applied or rejected by itself: %s', async (given, success) => {
    await using server = await start();
    const { results } = expectAnswer(await send(server, postOf('track', given)));
    expect(results).toMatchObject([{ success, visitor_uuid: VISITOR, anonymous: true }]);
    expect(await server.timeline()).toHaveLength(success ? 1 : 0);
    // Everything that follows works, too.
    const after = expectAnswer(await send(server, postOf('identify', '{"email":"cy@acme.test"}')));
    expect(after.results).toMatchObject([{ success: true }]);
    await server.settle();
    expect(await server.subscriber(VISITOR)).toMatchObject({ email: 'cy@acme.test' });
  });

  it.each([
    ['identify', '{"email":"cy@acme.test","\\ud800":"\\ud800","tags":["\\ud800","\\u0000"]}'],
    ['identify', '{"email":"cy@acme.test","user_id":"\\u0000","__proto__":"x","constructor":"y"}'],
    ['subscribe', '{"campaign_id":"111","fields":{"email":"cy@acme.test","__proto__":"x","toString":1}}'],
    ['submitForm', '{"form_id":"7","entries":[["fields[email]","cy@acme.test"],["fields[__proto__]","x"]]}'],
  ])('a message can contain any text: %s %s', async (command, given) => {
    await using server = await start();
    const body = postOf(command, given);
    const first = expectAnswer(await send(server, body));
    expect(first.results).toMatchObject([{ success: true }]);
    expect(expectAnswer(await send(server, body))).toEqual(first);
  });

  // U-133
  it.each([
    ['members', (n: number) => postOf('identify', `{"email":"a@b.co",${many(n, (i) => `"k${i}":${i}`)}}`)],
    ['tags', (n: number) => postOf('identify', `{"email":"a@b.co","tags":[${many(n, (i) => `"t${i}"`)}]}`)],
    ['numbers', (n: number) => postOf('identify', `{"email":"a@b.co","tags":[${many(n, () => '0')}]}`)],
    ['inputs', (n: number) => postOf('submitForm', `{"form_id":"7","entries":[${many(n, () => '0')}]}`)],
    ['messages', (n: number) => `{"messages":[${many(n, () => '0')}]}`],
  ])('a request with too many %s is rejected as a whole', async (_, body) => {
    await using server = await start();
    for (const size of [10_000, 200_000]) {
      const sent = body(size);
      const answer = await send(server, sent);
      expectAnswer(answer);
      expect(answer.status).toBe(sent.length > 65_536 ? 413 : 422);
    }
    expect(expectAnswer(await send(server, body(150)))).toBeDefined();
  });

  it.each([
    ['too many bytes', 'x'.repeat(10_000_000), 413],
    ['depth', `{"messages":[${'['.repeat(30_000)}${']'.repeat(30_000)}]}`, 422],
    ['depth without an end', '{"a":'.repeat(13_000), 422],
    ['bytes that are not text', Uint8Array.from([0xff, 0xfe, 0x80, 0x00]), 400],
    ['text that is cut off', postOf('track', '{"action":"Looked"}').slice(0, -1), 400],
    ['another type', '<messages/>', 400],
  ])('a request with %s is rejected as a whole', async (_, body, status) => {
    await using server = await start();
    const answer = await send(server, body);
    expectAnswer(answer);
    expect(answer.status).toBe(status);
    expect(await server.timeline()).toEqual([]);
  });

  it('long input is shortened in responses', async () => {
    await using server = await start();
    for (const body of [
      postOf('x'.repeat(60_000), '{}'),
      postOf('identify', `{"email":"a@b.co","tags":[${'0,'.repeat(5000)}0]}`),
      `{"visitor":"${'x'.repeat(60_000)}","messages":[]}`,
      postOf('identify', `{"email":"${'a@'.repeat(30_000)}"}`),
      postOf('unsubscribe', `{"email":"a@b.co","campaign_id":"${'9'.repeat(60_000)}"}`),
    ]) {
      expectAnswer(await send(server, body, 'application/json'));
    }
    const failing = Array.from({ length: 100 }, () => ({ id: newId(), command: 'dance', arguments: {} }));
    await send(server, JSON.stringify({ visitor: VISITOR, messages: failing }));
    const warnings = (await server.warnings()).map(({ warning }) => warning.length);
    expect(warnings.length).toBe(4 + 20);
    expect(Math.max(...warnings)).toBeLessThan(2000);
  });
});

describe('arbitrary bytes', () => {
  it('arbitrary bytes get documented responses, and a message is applied completely or not at all', async () => {
    await using server = await start();
    const odd = fc.constantFrom(
      ...['__proto__', 'constructor', 'toString', 'email', 'tags', 'action', 'value', ''],
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom('a@b.co', 'Viewed a product', '1', '\ud800', '\u0000', 'x'.repeat(999)),
        fc.constantFrom(1e308, -0, null, true),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(odd, tie('any'), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).any;
    const command = fc.constantFrom(
      ...['identify', 'track', 'subscribe', 'unsubscribe', 'submitForm', 'visit', '__proto__'],
    );
    const message = fc.record({
      id: fc.oneof({ arbitrary: fc.constant('').map(newId), weight: 9 }, value),
      command: fc.oneof({ arbitrary: command, weight: 9 }, value),
      arguments: fc.dictionary(odd, value, { noNullPrototype: true }),
    });
    const post = fc.record(
      {
        visitor: fc.oneof({ arbitrary: fc.constantFrom(VISITOR, null), weight: 5 }, value),
        page: fc.oneof({ arbitrary: fc.constant({ url: 'https://acme.test/?dst=x' }), weight: 3 }, value),
        time_zone: fc.oneof(fc.constant('Asia/Tokyo'), value),
        messages: fc.oneof(
          { arbitrary: fc.array(message, { minLength: 1, maxLength: 4 }), weight: 9 },
          value,
        ),
      },
      { requiredKeys: ['messages'] },
    );
    const text = post.map((json) => JSON.stringify(json));
    const bytes = text.map((body) => new TextEncoder().encode(body));
    const spoilt = fc
      .tuple(bytes, fc.nat(), fc.uint8Array({ maxLength: 5 }), fc.nat(3))
      .map(([body, at, other, gone]) => {
        const place = at % (body.length + 1);
        return Uint8Array.from([...body.slice(0, place), ...other, ...body.slice(place + gone)]);
      });
    const body = fc.oneof({ arbitrary: text, weight: 6 }, spoilt, fc.uint8Array({ maxLength: 40 }));
    await fc.assert(
      fc.asyncProperty(body, async (body) => {
        const before = (await server.timeline()).length;
        const answer = await send(server, body as string | Uint8Array<ArrayBuffer>);
        const { results = [] } = expectAnswer(answer);
        const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
        const messages: { command: string }[] = answer.status === 200 ? JSON.parse(text).messages : [];
        expect(results).toHaveLength(messages.length);
        const tracked = messages.filter(({ command }, i) => command === 'track' && results[i].success);
        expect(await server.timeline()).toHaveLength(before + tracked.length);
        await server.settle();
      }),
      runs(150),
    );
  });
});
