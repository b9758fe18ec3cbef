// @thorough: a browser
import { chromium } from '@playwright/test';
import { createClient } from '@trickle/sdk';
import { createOAuth, type OAuthSession } from '@trickle/sdk/oauth';
import { expect, test } from 'vitest';
import { plainChromiumOptions } from '../../../scripts/setup/chromium-options.ts';
import { startServer } from './harness.ts';
import { serve } from './http-server.ts';

/** An application: `/` redirects its visitor to the service, `/callback` shows who has connected. */
async function startApplication(authUrl: string) {
  let session: OAuthSession = { state: '' };
  const http = await serve(async (request, response) => {
    try {
      if (request.url?.startsWith('/callback')) {
        const { access_token: accessToken } = await oauth.callback(request.url, session);
        const user = await createClient({ baseUrl: authUrl, accessToken }).user.get();
        response.end(`Connected as ${user.email}.`);
      } else if (request.url !== '/') {
        response.writeHead(404).end(); // browsers request an icon
      } else {
        const { url, ...kept } = await oauth.start();
        session = kept;
        response.writeHead(302, { location: url }).end();
      }
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  });
  const redirectUri = `${http.url}/callback`;
  const application = { client_id: 'sails', client_secret: 'hush-hush', redirect_uris: [redirectUri] };
  const oauth = createOAuth({
    authUrl,
    clientId: application.client_id,
    clientSecret: application.client_secret,
    redirectUri,
  });
  return { ...http, application: { ...application, name: 'Sailmaker' } };
}

test("a user connects an application in a browser without scripts, with the SDK on the application's side", async () => {
  await using server = await startServer({ road: 'over a socket' });
  await using application = await startApplication(server.url);
  await server.applications.register(application.application);
  await using browser = await chromium.launch(plainChromiumOptions);
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));

  await page.goto(application.url);
  await page.getByRole('button', { name: 'Allow access' }).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Sailmaker');
  await page.getByLabel('Sign in as').fill('nobody@acme.test');
  await page.getByRole('button', { name: 'Allow access' }).click();
  expect(await page.getByRole('alert').textContent()).toBe('User not found: nobody@acme.test.');

  await page.getByLabel('Sign in as').fill('owner@acme.test');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${application.url}/callback**`);
  expect(await page.locator('body').textContent()).toBe('Connected as owner@acme.test.');

  // A used code is rejected.
  await page.reload();
  expect(await page.locator('body').textContent()).toContain('invalid_grant');

  await page.goto(application.url);
  await page.getByRole('button', { name: 'Deny' }).click();
  expect(await page.locator('body').textContent()).toContain('access_denied');
  expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
});
