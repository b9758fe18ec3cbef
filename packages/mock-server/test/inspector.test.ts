import { expect, it, test } from 'vitest';
import { startServer } from './harness.ts';
import { sendRaw } from './raw-request.ts';

const ask = (url: string, path: string, headers = {}) => sendRaw(url, path, { headers });

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('a browser is led from / to the inspector, and other clients are not', async () => {
  await using server = await startServer({ road: 'over a socket' });
  const led = await ask(server.url, '/', BROWSER);
  expect([led.status, led.headers.location]).toEqual([302, './_inspector']);
  expect((await ask(server.url, '/')).status).toBe(404);
  expect((await ask(server.url, '/', { accept: 'application/json' })).status).toBe(404);
});

test('every page of the inspector is the same document, with a strict policy and nothing inline', async () => {
  await using server = await startServer({ road: 'over a socket' });
  const { status, headers, text } = await ask(server.url, '/_inspector', BROWSER);
  expect(status).toBe(200);
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
  const deeper = (await ask(server.url, '/_inspector/requests/1', BROWSER)).text;
  expect(deeper.replaceAll('"../../', '"./')).toBe(text);
});

test('the files of the inspector have names by their content and are kept for long', async () => {
  await using server = await startServer({ road: 'over a socket' });
  const { text } = await ask(server.url, '/_inspector');
  const paths = Array.from(text.matchAll(/"\.(\/_inspector\/assets\/[^"]+)"/g), ([, path = '']) => path);
  expect(paths).toHaveLength(2);
  for (const path of paths) {
    expect(path).toMatch(/-[0-9a-f]{12}\.(?:js|css)$/);
    const { status, headers } = await ask(server.url, path);
    expect(status).toBe(200);
    expect(headers['cache-control']).toContain('immutable');
  }
  expect((await ask(server.url, '/_inspector/assets/other.js')).status).toBe(404);
  expect((await ask(server.url, '/_inspector/assets/toString')).status).toBe(404);
});

// U-114
it('the inspector has the access rules of the admin API', async () => {
  await using open = await startServer({ road: 'over a socket' });
  for (const headers of [
    { host: 'evil.example' },
    { 'x-forwarded-for': '127.0.0.1' },
    { origin: 'http://evil.example' },
  ]) {
    expect((await ask(open.url, '/_inspector', headers)).status).toBe(403);
  }
  await using closed = await startServer({ road: 'over a socket', adminPassword: 'sesame' });
  const { status, headers } = await ask(closed.url, '/_inspector');
  expect([status, headers['www-authenticate']]).toEqual([401, 'Basic realm="Admin"']);
  const authorization = `Basic ${Buffer.from('admin:sesame').toString('base64')}`;
  expect((await ask(closed.url, '/_inspector', { authorization })).status).toBe(200);
});

// U-114
it('a link on another site opens the inspector, but no other site embeds or loads it', async () => {
  await using server = await startServer({ road: 'over a socket' });
  const from = (mode: string, dest: string) =>
    ask(server.url, '/_inspector', {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': mode,
      'sec-fetch-dest': dest,
    });
  expect((await from('navigate', 'document')).status).toBe(200);
  expect((await from('navigate', 'iframe')).status).toBe(403);
  expect((await from('no-cors', 'script')).status).toBe(403);
});
