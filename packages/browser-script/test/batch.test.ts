import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { freshModules } from './fresh-modules.ts';

const VISITOR = 'a'.repeat(32);

const sizes = fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 250 });

/** Returns the shortest possible message, plus a filler of this size. */
const messageOf = (size: number, index: number): [string] => [
  `{"id":"${`${index}`.padStart(32, '0')}","sent_at":"2026-01-01T00:00:00.000Z","command":"visit","page":{"url":"http://a/","referrer":""},"arguments":{}${size ? `,"filler":"${'x'.repeat(size)}"` : ''}}`,
];

/** Sets the page's cookies. The script reads them by the prototype, since an element may hide the document's member. */
function stubCookie(cookie: string): void {
  class Document {
    get cookie() {
      return cookie;
    }
  }
  vi.stubGlobal('Document', Document);
  vi.stubGlobal('document', new Document());
}

test.each([
  ['new', '', 'string'],
  ['known', `_drip_client_9999999=vid%3D${VISITOR}`, 'undefined'],
])('batches of a %s visitor contain every message once, in order', async (_, cookie, zone) => {
  stubCookie(cookie);
  vi.stubGlobal('window', globalThis);
  const { batchFrom, MAX_BODY, waiting } = await freshModules();
  fc.assert(
    fc.property(sizes, (given) => {
      waiting.splice(0, Number.POSITIVE_INFINITY, ...given.map(messageOf));
      const sent: string[] = [];
      for (let start = 0; start < waiting.length; ) {
        const [body, end] = batchFrom(start);
        const { visitor, time_zone, sent_at, messages } = JSON.parse(body);
        expect(typeof time_zone).toBe(zone);
        expect(typeof sent_at).toBe('number');
        expect(visitor).toMatch(zone === 'string' ? /^[0-9a-f]{32}$/ : VISITOR);
        expect(end).toBe(start + messages.length);
        if (messages.length > 1) expect(body.length).toBeLessThanOrEqual(MAX_BODY + 4);
        sent.push(...messages.map((message: object) => JSON.stringify(message)));
        start = end;
      }
      expect(sent).toEqual(waiting.map(([text]) => text));
    }),
    { numRuns: 30 },
  );
});

test('a batch never has more messages than the server accepts', async () => {
  stubCookie(`_drip_client_9999999=vid%3D${VISITOR}`);
  const { batchFrom, waiting } = await freshModules();
  waiting.push(...Array.from({ length: 250 }, (_, index) => messageOf(0, index)));
  expect(batchFrom(0)[1]).toBeLessThanOrEqual(100);
  expect(batchFrom(0)[1]).toBeGreaterThan(90);
});
