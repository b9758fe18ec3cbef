import { createClient } from '@trickle/sdk';
import type { Seed, Server } from '../src/index.ts';
import { mailingAccount } from './mailing-account.ts';

/** An account with every kind of page. Its names try to break out of the markup. */
export const EVIL = `"'><script>alert(1)</script>\${x}{{y}}`;

export const pageShop = (name = 'Coffee & Oars'): Seed => ({
  ...mailingAccount({
    name,
    default_from_name: name,
    subscribers: [{ id: 'ann', email: 'ann@acme.test' }],
    forms: [
      {
        ...{ id: '7', headline: name, button_text: 'Sign me up', orientation: 'bottom_right_tab' as const },
        description: 'Twice a month: new beans, recipes, and ten percent off the first order.',
        fields: [
          { name: 'email', label: 'Email' },
          { name: 'first_name', label: 'First name' },
          { name: 'roast', label: 'Roast', type: 'select' as const, options: ['Light', 'Dark'] },
        ],
        eu_consent: 'I agree to receive these letters.',
      },
      { id: '8', headline: 'Elsewhere', redirect_url: 'https://thanks.test/' },
    ],
    campaigns: [
      {
        id: '1',
        name,
        status: 'active' as const,
        double_optin: true,
        emails: [{ id: 'e1', subject: 'Ahoy', html_body: '<a href="https://acme.test/">On</a>' }],
      },
    ],
  }),
  oauth_applications: [
    { client_id: 'app', client_secret: 's', name, redirect_uris: ['https://app.test/back'] },
  ],
});

export const CONSENT = `/oauth/authorize?${new URLSearchParams({
  response_type: 'code',
  client_id: 'app',
  redirect_uri: 'https://app.test/back',
})}`;

/** Subscribes Ann. Returns the paths in her emails: the confirmation, then the unsubscription. */
export async function mailPaths(
  server: Server,
): Promise<{ confirm: string; unsubscribe: () => Promise<string> }> {
  const pathIn = async (purpose: string, form: RegExp) => {
    await server.settle();
    const mail = (await server.outbox()).findLast((one) => one.purpose === purpose);
    return form.exec(mail?.html ?? '')?.[0] ?? '';
  };
  await createClient(server.connection).campaigns.subscribe('1', { email: 'ann@acme.test' });
  return {
    confirm: await pathIn('confirmation', /\/e\/[^"]+\/confirm\/[^"]+/),
    unsubscribe: () => pathIn('campaign', /\/e\/[^"]+\/unsubscribe/),
  };
}

/** A request as a browser navigates. */
export type Visit = readonly [title: string, path: string, init?: RequestInit];

const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
});

/** All pages, in an order in which each exists. */
export async function* visits(server: Server): AsyncGenerator<Visit> {
  yield ['docs', '/docs'];
  yield ['form', '/forms/7'];
  yield ['form with errors', '/forms/7/submissions', form({ 'fields[email]': EVIL, 'fields[roast]': EVIL })];
  yield ['form with its answer', '/forms/7/submissions', form({ 'fields[email]': 'cy@acme.test' })];
  yield ['form that is not there', `/forms/${encodeURIComponent(EVIL)}`];
  yield ['consent', CONSENT];
  yield ['consent without its token', CONSENT, form({ decision: 'allow', email: EVIL })];
  yield ['consent from elsewhere', CONSENT, { ...form({}), headers: { origin: 'https://evil.test' } }];
  yield ['consent to nobody', `/oauth/authorize?client_id=${encodeURIComponent(EVIL)}`];
  yield ['consent to go nowhere', `/oauth/authorize?client_id=app&redirect_uri=${encodeURIComponent(EVIL)}`];
  const { confirm, unsubscribe } = await mailPaths(server);
  yield ['confirmation', confirm];
  const path = await unsubscribe();
  yield ['unsubscribe', path];
  yield ['unsubscribed', path, form({ scope: 'campaign' })];
  yield ['unsubscribed from all', path, form({ scope: 'all' })];
  yield ['dead link', `/e/9999999/${encodeURIComponent(EVIL)}/unsubscribe`];
  yield ['dead click', '/e/9999999/x/c/y'];
  yield ['dead confirmation', '/e/9999999/confirm/x/y'];
  yield ['broken link', '/e/9999'];
}
