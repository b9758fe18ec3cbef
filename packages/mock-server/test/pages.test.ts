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
      expect(headers.get('x-content-type-options'), title).toBe('nosniff');
      expect(headers.get('referrer-policy'), title).toMatch(/origin|no-referrer/);
      expect(headers.get('access-control-allow-origin'), title).toBe(null);

      const text = headers.get('content-security-policy') ?? '';
      expect(text, title).not.toMatch(/unsafe|(?:script|style)-src[^;]* (?:\*|https?:|data:)( |;|$)/);
      const policy = Object.fromEntries(
        text.split('; ').map((directive) => {
          const [name = '', ...sources] = directive.split(' ');
          return [name, sources];
        }),
      );
      expect(policy, title).toMatchObject({ 'default-src': ["'none'"], 'base-uri': ["'none'"] });
      expect(Object.keys(policy), title).toEqual(expect.arrayContaining(['form-action', 'frame-ancestors']));
      for (const [, tag = '', code] of page.matchAll(/<(script|style)>(.*?)<\/\1>/gs)) {
        expect(policy[`${tag}-src`], title).toContain(sourceOf(code));
      }

      for (const evil of [EVIL, 'alert(1)</']) expect(page, title).not.toContain(evil);
      const markup = page.replaceAll(/<(script|style|pre)\b.*?<\/\1>/gs, '');
      expect(markup, title).not.toMatch(/\son\w+=|javascript:|style="/);
      expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
      seen.add(title);
    }
    expect(seen.size).toBe(18);
  });
});

describe('pages', () => {
  // U-172
  it.each(['/docs', '/openapi.json', '/forms/7'])('code in the Host header is refused: %s', async (path) => {
    await using server = await startServer({ seed: pageShop() });
    const hosts = ["a'-alert(1)-'.test", 'a"onload="alert(1).test', 'a;script-src*.test', 'a`$&$1.test'];
    for (const host of hosts) {
      const response = await server.fetch(new Request(`http://${host}${path}`));
      const error = 'The Host header is not the name of a host.';
      expect([response.status, await response.json()]).toEqual([400, { status: 400, error }]);
    }
  });

  it('API responses without credentials contain nothing executable', async () => {
    await using server = await startServer({ seed: pageShop() });
    const { status, headers } = await server.send('GET', '/v2/user', { headers: { authorization: '' } });
    expect(status).toBe(401);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; base-uri 'none'/);
  });

  const json = expect.stringContaining('json');

  it.each([
    ['/nothing', 'text/html'],
    ['/nothing/at/all', 'text/html'],
    ['/client/nothing', 'text/html'],
    ['/9999999.jss', 'text/html'],
    ['/forms/nothing', 'text/html'],
    ['/v2/nothing', 'json'],
  ])('%s is answered to browsers with %s, and to programs with JSON', async (path, type) => {
    await using server = await startServer({ seed: pageShop() });
    const page = await server.send('GET', path, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, expect.stringContaining(type)]);
    const answer = await server.get(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, json]);
  });

  it('the page of an unknown path leads to the inspector', async () => {
    await using server = await startServer({ seed: pageShop() });
    for (const path of ['/nothing', '/nothing/at/all', '/client/nothing', '/9999999.jss']) {
      const { text } = await server.send('GET', path, { headers: { accept: 'text/html' } });
      expect(text).toMatch(/href="(?:\.\.\/)*(?:\.\/)?_inspector"/);
    }
  });

  it.each(['/inspector', '/inspector/requests'])('%s leads browsers to the inspector', async (path) => {
    await using server = await startServer({ seed: pageShop() });
    const request = new Request(server.url + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
    const response = await server.fetch(request);
    const { pathname } = new URL(response.headers.get('location') ?? '', request.url);
    expect([response.status, pathname]).toEqual([302, '/_inspector']);
  });
});
