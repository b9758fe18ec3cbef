import { expect, it } from 'vitest';
import { scenarios } from './harness.ts';
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
