import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { CallbackResponse } from '../src/types.ts';

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
    { numRuns: 60 },
  );
}, 60_000);

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
      push('track', wrong.callbacks);
      push('track', 'Trap', hostile);
      push({ toString: 1 }, right.callbacks);
      push('track', 'Right', right.callbacks);
    }).not.toThrow();
    await vi.advanceTimersByTimeAsync(11_000);
    expect(wrong.calls).toMatchObject([{ success: false }]);
    expect(right.calls.map(({ success }) => success).sort()).toEqual([false, true]);
  },
);

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
test('a rejected visitor gets a new id, and the messages arrive', async () => {
  const { push, posts, host } = await openPage();
  let refused = '';
  host.answer = (body) => {
    const { visitor } = body as unknown as { visitor: string };
    refused ||= visitor;
    if (visitor !== refused) return good(body);
    return { ok: false, status: 422, text: async () => '{"errors":[{"attribute":"visitor"}]}' };
  };
  const { calls, callbacks } = recorder();
  push('track', 'One', callbacks);
  await vi.advanceTimersByTimeAsync(9000);
  expect(calls).toMatchObject([{ success: true }]);
  expect(new Set(posts.map(({ body }) => body.visitor)).size).toBe(2);
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
  // The stand-in for the clock cannot bear it any longer.
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
  const { push, host, heard } = await openPage();
  const order: unknown[] = [];
  host.answer = () => ({ ok: false, status: 503, headers: new Headers() });
  push('track', 'One');
  await vi.advanceTimersByTimeAsync(100);
  vi.stubGlobal('localStorage', {
    setItem: (_: string, lines: string) => order.push(lines.includes('"One"')),
  });
  vi.stubGlobal('fetch', async (_: string, { keepalive }: RequestInit) => order.push({ keepalive }));
  heard.pagehide?.();
  expect(order).toEqual([true, { keepalive: true }]);
});
