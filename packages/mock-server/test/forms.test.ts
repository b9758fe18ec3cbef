import { describe, expect, it } from 'vitest';
import { TOKENS } from './boat-shop.ts';
import { basic, scenarios, startServer } from './harness.ts';
import { list, mailingAccount, one, pluck } from './mailing-account.ts';

scenarios('forms', (start) => {
  // proves: endpoint GET /v2/{account_id}/forms/{form_id}
  it('forms show every field, with defaults', async () => {
    await using server = await start({ seed: mailingAccount({ forms: [{ id: '1' }] }) });
    expect(await one(server, 'forms/1')).toEqual({
      id: '1',
      href: `${server.url}/v2/9999999/forms/1`,
      headline: '',
      description: '',
      button_text: 'Sign up',
      confirmation_heading: 'Thank you for signing up',
      confirmation_text: '',
      send_ga_event: false,
      seconds_before_popup: 10,
      days_between_popup: 7,
      days_between_popup_after_close: 30,
      orientation: 'embedded',
      opacity: 1,
      show_labels: true,
      primary_color: '#333333',
      secondary_color: '#ffffff',
      is_widget_enabled: false,
      whitelist: [],
      blacklist: [],
      is_whitelist_enabled: false,
      is_blacklist_enabled: false,
      hide_on_mobile: false,
      is_embeddable: true,
      created_at: '2026-03-06T12:00:00Z',
      links: { account: '9999999' },
    });
  });

  // U-51
  it('forms are enabled by their settings', async () => {
    const forms = [{ id: '1', orientation: 'lightbox' as const, whitelist: ['/a'], blacklist: ['/b'] }];
    await using server = await start({ seed: mailingAccount({ forms }) });
    expect(await one(server, 'forms/1')).toMatchObject({
      is_widget_enabled: true,
      is_whitelist_enabled: true,
      is_blacklist_enabled: true,
    });
  });

  // proves: endpoint GET /v2/{account_id}/forms
  it('all forms are listed in order of creation', async () => {
    const forms = Array.from({ length: 120 }, (_, i) => ({ id: `${i}`, headline: `Form ${i}` }));
    await using server = await start({ seed: mailingAccount({ forms }) });
    const { meta, items } = await list(server, 'forms');
    expect(meta).toBeUndefined();
    expect(pluck(items, 'id')).toEqual(forms.map(({ id }) => id));
    expect(items[7]).toEqual(await one(server, 'forms/7'));
  });
});

it('the list of forms follows changes, and has the URL of the request', async () => {
  await using server = await startServer({ seed: mailingAccount({ forms: [{ id: '1' }] }) });
  const listAt = async (origin: string) => {
    const headers = { authorization: basic(TOKENS.owner) };
    const response = await server.fetch(new Request(`${origin}/v2/9999999/forms`, { headers }));
    const { forms } = await response.json();
    return forms.map(({ headline, href }: { headline: string; href: string }) => [headline, href]);
  };
  const [one, other] = ['http://one.test', 'http://other.test'] as const;
  expect(await listAt(one)).toEqual([['', `${one}/v2/9999999/forms/1`]]);
  await server.send('PUT', '/_admin/forms/1', { body: { headline: 'News' } });
  for (const origin of [one, one, other, one]) {
    expect(await listAt(origin)).toEqual([['News', `${origin}/v2/9999999/forms/1`]]);
  }
});

describe('the second part of the page script', () => {
  // U-81
  // In a checkout it is built on first use.
  it("the second part of the page script contains the account's forms and no others", async () => {
    const own = { id: '9999999', forms: [{ id: '77', headline: 'News', tags: ['secret'] }] };
    const other = { id: '8888888', forms: [{ id: '5', headline: 'Other news' }] };
    await using server = await startServer({ seed: { accounts: [own, other] } });
    const { status, headers, text } = await server.get('/client/9999999/forms.js');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    const { forms, startForms } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
    expect(forms).toMatchObject([{ id: '77', headline: 'News' }]);
    expect(startForms).toBeTypeOf('function');
    expect(text).not.toMatch(/secret|Other news/);
    expect((await server.get('/client/7/forms.js')).status).toBe(404);
  });
});
