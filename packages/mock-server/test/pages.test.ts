import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { startServer, type TestServer } from './harness.ts';
import { EVIL, pageShop, visits } from './page-shop.ts';

const browse = (server: TestServer, path: string, { headers, ...init }: RequestInit = {}) =>
  server.fetch(
    new Request(server.url + path, {
      redirect: 'manual',
      ...init,
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers },
    }),
  );

const sourceOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('every page', () => {
  // U-172
  test('every page runs and loads only its own code, and escapes all text', async () => {
    await using server = await startServer({ seed: pageShop(EVIL) });
    const seen = new Set<string>();
    for await (const [title, path, init] of visits(server.server)) {
      const response = await browse(server, path, init);
      const page = await response.text();
      const { headers } = response;
      const emitted = `${title}: ${response.status} ${headers.get('content-type')}`;
      expect(emitted).toMatch(/(?:200|400|403|404|422) text\/html; charset=utf-8$/i);
      expect([title, headers.get('x-content-type-options')]).toEqual([title, 'nosniff']);
      expect([title, headers.get('referrer-policy')]).toEqual([
        title,
        expect.stringMatching(/origin|no-referrer/),
      ]);
      expect([title, headers.get('access-control-allow-origin')]).toEqual([title, null]);

      const policy = new Map(
        headers
          .get('content-security-policy')
          ?.split('; ')
          .map((directive) => {
            const [name = '', ...sources] = directive.split(' ');
            return [name, sources];
          }),
      );
      expect([title, policy.get('default-src'), policy.get('base-uri')]).toEqual([
        title,
        ["'none'"],
        ["'none'"],
      ]);
      expect(headers.get('content-security-policy')).not.toMatch(
        /unsafe|(?:script|style)-src[^;]* (?:\*|https?:|data:)( |;|$)/,
      );
      expect([title, policy.has('form-action'), policy.has('frame-ancestors')]).toEqual([title, true, true]);
      for (const [, tag = '', text] of page.matchAll(/<(script|style)>(.*?)<\/\1>/gs)) {
        expect([title, policy.get(`${tag}-src`)]).toEqual([title, expect.arrayContaining([sourceOf(text)])]);
      }

      expect([title, page.includes(EVIL), page.includes('alert(1)</')]).toEqual([title, false, false]);
      expect([
        title,
        /\son\w+=|javascript:|style="/.exec(page.replaceAll(/<(script|style|pre)\b.*?<\/\1>/gs, ''))?.[0],
      ]).toEqual([title, undefined]);
      expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
      seen.add(title);
    }
    expect(seen.size).toBe(18);
  });
});

describe('pages', () => {
  // U-172
  it.each(['/docs', '/openapi.json', '/forms/7'])(
    'a Host header with markup or code is refused at %s, and not shown',
    async (path) => {
      await using server = await startServer({ seed: pageShop() });
      for (const host of [
        "a'-alert(1)-'.test",
        'a"onload="alert(1).test',
        'a;script-src*.test',
        'a`$&$1.test',
      ]) {
        const response = await server.fetch(new Request(`http://${host}${path}`));
        expect([response.status, await response.json()]).toEqual([
          400,
          { status: 400, error: 'The Host header is not the name of a host.' },
        ]);
      }
    },
  );

  it('API responses without credentials contain nothing executable', async () => {
    await using server = await startServer({ seed: pageShop() });
    const { status, headers } = await server.send('GET', '/v2/user', { headers: { authorization: '' } });
    expect([status, headers.get('content-security-policy')]).toEqual([
      401,
      expect.stringMatching(/^default-src 'none'; base-uri 'none'/),
    ]);
  });

  it.each(['/nothing', '/nothing/at/all', '/client/nothing', '/9999999.jss'])(
    '%s is answered with a page to browsers, and with JSON to programs',
    async (path) => {
      await using server = await startServer({ seed: pageShop() });
      const [page, json] = await Promise.all([
        server.send('GET', path, { headers: { accept: 'text/html' } }),
        server.send('GET', path),
      ]);
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.text).toMatch(/href="(?:\.\.\/)*(?:\.\/)?_inspector"/);
      expect([json.status, json.headers.get('content-type')]).toEqual([404, expect.stringContaining('json')]);
    },
  );

  it('an unknown path of the API is answered with JSON to browsers too', async () => {
    await using server = await startServer({ seed: pageShop() });
    const { status, headers } = await server.send('GET', '/v2/nothing', { headers: { accept: 'text/html' } });
    expect([status, headers.get('content-type')]).toEqual([404, expect.stringContaining('json')]);
  });

  it.each(['/inspector', '/inspector/requests'])('%s leads browsers to the inspector', async (path) => {
    await using server = await startServer({ seed: pageShop() });
    const request = new Request(server.url + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
    const response = await server.fetch(request);
    const { pathname } = new URL(response.headers.get('location') ?? '', request.url);
    expect([response.status, pathname]).toEqual([302, '/_inspector']);
  });

  it('broken links are answered with JSON to programs', async () => {
    await using server = await startServer({ seed: pageShop() });
    const { status, headers } = await server.get('/forms/nothing');
    expect([status, headers.get('content-type')]).toEqual([404, expect.stringContaining('json')]);
  });
});
