import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { runsOf } from '../../../scripts/setup/thorough.ts';
import type { CallbackResponse } from '../src/types.ts';

// Node.js loads this class when it is first used, which fails once `EventTarget` is a stand-in.
new Headers();

interface Reply {
  status: number;
  headers: Headers;
  ok: boolean;
  json(): Promise<unknown>;
  text(): Promise<string>;
}

type Answerer = (body: { messages: unknown[] }) => Partial<Reply> | Promise<Partial<Reply>>;

const good: Answerer = ({ messages }) => ({
  ok: true,
  status: 200,
  json: async () => ({ results: messages.map(() => ({ success: true, anonymous: false })) }),
});

/** Starts the script on a new page. Returns its posts, and the stub of the script host. */
async function openPage(queued: unknown = [], spoil = () => {}) {
  vi.resetModules();
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') });
  const heard: Record<string, () => void> = {};
  const posts: { at: number; body: { visitor: string; messages: unknown[] } }[] = [];
  const host = { answer: good };
  const page: Record<string, unknown> = {
    document: { cookie: '', referrer: '', readyState: 'complete' },
    location: { href: 'https://shop.example/', hostname: 'shop.example', protocol: 'https:' },
    navigator: {},
    localStorage: {},
    EventTarget: {
      prototype: {
        addEventListener: (name: string, run: () => void) => Object.assign(heard, { [name]: run }),
      },
    },
    console: { warn: () => {} },
    _dc: undefined,
    _dcq: queued,
    window: globalThis,
    fetch: async (_url: string, { body }: { body: string }) => {
      const posted = JSON.parse(body);
      posts.push({ at: performance.now(), body: posted });
      return host.answer(posted);
    },
  };
  for (const [name, value] of Object.entries(page)) vi.stubGlobal(name, value);
  const { start } = await import('../src/start.ts');
  spoil();
  start({ account: '9999999', host: 'https://script.example.com' }, () => undefined);
  const push = (...command: unknown[]) => window._dcq?.push(command as never);
  return { posts, host, push, heard };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** An answer that refuses a request, for some time. */
const refusal =
  (status: number, retryAfter = ''): Answerer =>
  () => ({ ok: false, status, headers: new Headers({ 'retry-after': retryAfter }), text: async () => '' });

/** Returns callbacks that record their calls. */
function recorder() {
  const calls: CallbackResponse[] = [];
  const note = (response: CallbackResponse) => calls.push(response);
  return { calls, callbacks: { success: note, failure: note } };
}

const json = fc.oneof(fc.jsonValue(), fc.constant({ toString: 1 }), fc.constant({ error: { toString: 1 } }));
const status = fc.constantFrom(200, 204, 400, 404, 422, 429, 500, 503);
const retryAfter = fc.constantFrom('', '-1', '0', 'soon', 'NaN', 'Infinity', '1e99', '99999999');

test('whatever the server answers, sending continues, and each callback is called once', async () => {
  const answers = fc.array(fc.tuple(status, json, retryAfter), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(answers, async (given) => {
      const { host, push, posts } = await openPage();
      const left = [...given];
      host.answer = (body) => {
        const next = left.shift();
        if (!next) return good(body);
        const [code, value, header] = next;
        return {
          ok: code < 300,
          status: code,
          headers: new Headers({ 'retry-after': header }),
          json: async () => (code === 204 ? value : { results: [value], delay: value, error: value }),
          text: async () => JSON.stringify(value),
        };
      };
      const records = given.map(() => recorder());
      for (const { callbacks } of records) {
        push('track', 'One', callbacks);
        await vi.advanceTimersByTimeAsync(11_000);
      }
      await vi.advanceTimersByTimeAsync(40_000_000);
      expect(records.map(({ calls }) => calls.length)).toEqual(records.map(() => 1));
      for (const { calls } of records) expect(typeof calls[0]?.anonymous).toBe('boolean');
      left.length = 0;
      const last = recorder();
      push('track', 'Last', last.callbacks);
      await vi.advanceTimersByTimeAsync(11_000);
      expect(last.calls).toMatchObject([{ success: true }]);
      expect(posts.length).toBeLessThan(60);
    }),
    { numRuns: runsOf(60) },
  );
});

const trap = () => {
  throw new Error('trap');
};
const hostileGlobals: Record<string, unknown> = {
  'console without warn': ['console', {}],
  'console that throws': ['console', { warn: trap }],
  'crypto without a method': ['crypto', {}],
  'storage that throws': ['localStorage', new Proxy({}, { get: trap, ownKeys: trap })],
  'locks that give nothing': ['navigator', { locks: { request: () => undefined } }],
  'navigator.onLine wrongly false': ['navigator', { onLine: false }],
  'no AbortController': ['AbortController', undefined],
  'Intl that throws': ['Intl', { DateTimeFormat: trap }],
};

test.each(Object.entries(hostileGlobals))(
  'on a page with %s every command calls its callback',
  async (_, stub) => {
    const [name, value] = stub as [string, unknown];
    const { push } = await openPage();
    vi.stubGlobal(name, value);
    const wrong = recorder();
    const right = recorder();
    const hostile = {
      get success() {
        return trap();
      },
    };
    expect(() => {
      push('track', 'Wrong', 'now', wrong.callbacks);
      push('track', 'Trap', hostile);
      push({ toString: 1 }, right.callbacks);
      push('track', 'Right', right.callbacks);
    }).not.toThrow();
    await vi.advanceTimersByTimeAsync(11_000);
    expect(wrong.calls).toMatchObject([{ success: false }]);
    expect(right.calls.map(({ success }) => success).sort()).toEqual([false, true]);
  },
);

test('after ten seconds the failure is reported once, and sending continues', async () => {
  const { push, host, posts } = await openPage();
  host.answer = refusal(503);
  const { calls, callbacks } = recorder();
  push('track', 'One', callbacks);
  await vi.advanceTimersByTimeAsync(9999);
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  const failure = { success: false, error: 'no answer within 10 seconds' };
  expect(calls).toMatchObject([{ ...failure, visitor_uuid: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  host.answer = good;
  posts.length = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([posts.length, calls]).toMatchObject([1, [failure]]);
});

test('a response that says nothing of a message is its failure', async () => {
  for (const answer of [{}, { results: [null, 1, { id: 'other' }] }, { results: { id: 1 } }]) {
    const { push, host } = await openPage();
    host.answer = () => ({ ok: true, status: 200, json: async () => answer });
    const { calls, callbacks } = recorder();
    push('track', 'One', callbacks);
    await vi.advanceTimersByTimeAsync(100);
    expect(calls).toMatchObject([{ success: false, error: 'no answer' }]);
  }
});

test('two events per second stay within half of the rate limit, and none fails', async () => {
  const { push, posts } = await openPage();
  const records = Array.from({ length: 150 }, () => recorder());
  for (const { callbacks } of records) {
    push('track', 'Moved', callbacks);
    await vi.advanceTimersByTimeAsync(500);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(records.filter(({ calls }) => calls.length !== 1 || !calls[0]?.success)).toEqual([]);
  for (const { at } of posts) {
    expect(posts.filter((other) => other.at >= at && other.at < at + 60_000).length).toBeLessThanOrEqual(30);
  }
});

// Unspecified: U-180
test('a firewall that refuses a message and echoes it changes no visitor, and is asked once', async () => {
  const { push, posts, host } = await openPage();
  host.answer = (body) => ({ ok: false, status: 403, text: async () => JSON.stringify(body) });
  const { calls, callbacks } = recorder();
  push('track', 'One', callbacks);
  await vi.advanceTimersByTimeAsync(60_000);
  host.answer = good;
  push('track', 'Two');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toMatchObject([{ success: false, error: 'the server answered 403' }]);
  expect(posts).toHaveLength(2);
  expect(new Set(posts.map(({ body }) => body.visitor)).size).toBe(1);
});

const nameOf = (message: unknown) => (message as { arguments: { action: string } }).arguments.action;

// Unspecified: U-260
test('whichever messages the server refuses, exactly these fail, and the others arrive once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 60 }), async (bad) => {
      const { push, posts, host } = await openPage();
      const arrived: string[] = [];
      const isBad = (message: unknown) => bad[Number(nameOf(message))];
      host.answer = (body) => {
        if (body.messages.some(isBad)) return { ok: false, status: 422, text: async () => '' };
        arrived.push(...body.messages.map(nameOf));
        return good(body);
      };
      const failed: string[] = [];
      bad.forEach((_, index) => {
        // A callback after ten seconds says so; the command is still sent.
        const failure = ({ error = '' }: CallbackResponse) => /422/.test(error) && failed.push(`${index}`);
        push('track', `${index}`, { failure });
      });
      await vi.advanceTimersByTimeAsync(600_000);
      expect(failed).toEqual(failed.filter((index) => bad[Number(index)]));
      expect(arrived).toEqual(bad.flatMap((isRefused, index) => (isRefused ? [] : [`${index}`])));
      expect(posts.length).toBeLessThanOrEqual(1 + 2 * bad.length);
    }),
    { numRuns: runsOf(60) },
  );
});

test('one refused message among fifty costs few posts', async () => {
  const { push, posts, host } = await openPage();
  host.answer = (body) =>
    body.messages.some((message) => nameOf(message) === '30') ? { ok: false, status: 422 } : good(body);
  for (let index = 0; index < 50; index++) push('track', `${index}`);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(posts.length).toBeLessThan(20);
});

test.each(['showForm', 'hideForm', 'stored messages'])(
  'after %s, `online` still ends a pause',
  async (what) => {
    const { push, posts, host, heard } = await openPage();
    host.answer = refusal(503, '3000');
    const line = `{"id":"${'a'.repeat(32)}","sent_at":"2026-01-01T00:00:00.000Z","command":"track"}\n`;
    const isStored = what === 'stored messages';
    const storage = { getItem: () => line, setItem() {}, removeItem() {} };
    if (isStored) vi.stubGlobal('localStorage', { _trickle_9999999_x: line, ...storage });
    push('track', 'One');
    await vi.advanceTimersByTimeAsync(100);
    if (!isStored) push(what, { id: '1' });
    await vi.advanceTimersByTimeAsync(5000);
    expect(posts).toHaveLength(1);
    heard.online?.();
    await vi.advanceTimersByTimeAsync(100);
    expect(posts).toHaveLength(2);
    if (isStored) expect(posts[1]?.body.messages).toHaveLength(2);
  },
);

test('a post without an answer is aborted after ten seconds', async () => {
  const { push } = await openPage();
  const signals: (AbortSignal | undefined)[] = [];
  vi.stubGlobal('fetch', (_: string, { signal }: { signal?: AbortSignal }) => {
    signals.push(signal);
    return new Promise(() => {});
  });
  push('track', 'One');
  await vi.advanceTimersByTimeAsync(9000);
  expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(signals.length).toBeGreaterThan(3);
  expect(signals.slice(0, -1).every((signal) => signal?.aborted)).toBe(true);
});

test('a request that was answered is not aborted: a logger of the page may still read a copy', async () => {
  const { push, host } = await openPage();
  const signals: (AbortSignal | undefined)[] = [];
  const original = fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    signals.push(init.signal ?? undefined);
    return original(url, init);
  });
  for (const answer of [good, refusal(422)]) {
    host.answer = answer;
    push('track', 'One');
    await vi.advanceTimersByTimeAsync(60_000);
  }
  expect(signals.map((signal) => signal?.aborted)).toEqual([false, false]);
});

test.each(['300', new Date('2026-01-01T00:05:00Z').toUTCString()])(
  'the script waits as long as Retry-After says: %s',
  async (after) => {
    const { push, posts, host } = await openPage();
    host.answer = refusal(503, after);
    push('track', 'One');
    await vi.advanceTimersByTimeAsync(299_000);
    expect(posts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(posts).toHaveLength(2);
  },
);

test('a command above the limit fails at once with a reason, and the next one is sent', async () => {
  const { push, posts } = await openPage();
  const large = recorder();
  const small = recorder();
  push('track', 'Large', { text: 'x'.repeat(64_000), ...large.callbacks });
  push('track', 'Small', small.callbacks);
  await vi.advanceTimersByTimeAsync(100);
  expect(large.calls).toMatchObject([{ success: false, error: 'too large' }]);
  expect(small.calls).toMatchObject([{ success: true }]);
  expect(posts.map(({ body }) => body.messages.map(nameOf))).toEqual([['Small']]);
});

test('if the page clears all timers, the next command sends what waits', async () => {
  const { push, posts, host } = await openPage();
  host.answer = refusal(503);
  push('track', 'One');
  await vi.advanceTimersByTimeAsync(100);
  vi.clearAllTimers();
  host.answer = good;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(posts).toHaveLength(1);
  push('track', 'Two');
  await vi.advanceTimersByTimeAsync(5000);
  expect(posts.flatMap(({ body }) => body.messages.map(nameOf))).toEqual(['One', 'One', 'Two']);
});

test('`fetch` behind a wrapper gets options that are an ordinary object', async () => {
  const { push, posts } = await openPage();
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: string, options: object) => {
    // As wrappers of monitoring tools do.
    if (typeof options.toString !== 'function') throw new Error('no object');
    return fetch(url, options);
  });
  push('track', 'One');
  await vi.advanceTimersByTimeAsync(100);
  expect(posts).toHaveLength(1);
});

test('a frozen queue is replaced', async () => {
  const { calls, callbacks } = recorder();
  const { push } = await openPage(Object.freeze([['track', 'Early', Object.freeze(callbacks)]]));
  push('track', 'Late', callbacks);
  await vi.advanceTimersByTimeAsync(1000);
  expect(calls.map(({ success }) => success)).toEqual([true, true]);
});

test('the script starts on a page with Object.prototype.get', async () => {
  const { calls, callbacks } = recorder();
  const { push } = await openPage([], () => {
    Object.assign(Object.prototype, { get: () => 1 });
  });
  // The fake clock fails with it.
  Reflect.deleteProperty(Object.prototype, 'get');
  push('track', 'One', callbacks);
  await vi.advanceTimersByTimeAsync(1000);
  expect(calls).toMatchObject([{ success: true }]);
});

test('consent that is granted and withdrawn in one task reads no storage', async () => {
  const { push } = await openPage([['consent', false]]);
  const read: unknown[] = [];
  vi.stubGlobal(
    'localStorage',
    new Proxy({}, { get: (_, name) => read.push(name), ownKeys: () => [`${read.push('keys')}`] }),
  );
  push('consent', true);
  push('consent', false);
  await vi.advanceTimersByTimeAsync(5000);
  expect(read).toEqual([]);
});

test('without sendBeacon, leaving a page stores its messages, then posts them with keepalive', async () => {
  const { push, posts, host, heard } = await openPage();
  const order: unknown[] = [];
  // The second attempt gets no answer, and ends with the page.
  host.answer = (body) => (posts.length > 1 ? new Promise(() => {}) : refusal(503)(body));
  push('track', 'One');
  await vi.advanceTimersByTimeAsync(5000);
  const setItem = (_: string, lines: string) => order.push(lines.includes('"One"'));
  vi.stubGlobal('localStorage', { setItem });
  vi.stubGlobal('fetch', async (_: string, { keepalive }: RequestInit) => order.push({ keepalive }));
  heard.pagehide?.();
  expect(order).toEqual([true, { keepalive: true }]);
});
