import { expect, it } from 'vitest';
import type { Json } from './admin-client.ts';
import { scenarios } from './harness.ts';
import { livelyAccount, startLively, startLivened } from './lively-account.ts';

const ID = '9999999';
const EMAIL = `ann@of-${ID}.test`;

scenarios('changes by the admin API', (start) => {
  /** Changes that are refused, and the member that the answer names. */
  const WRONG = [
    [{ appearance: { font_family: 'serif; background: url(https://evil.test)' } }, 'font_family'],
    [{ appearance: { button_text_color: 'red' } }, 'button_text_color'],
    [{ appearance: { corner_radius: 41 } }, 'corner_radius'],
    [{ appearance: { spacing: 0 } }, 'spacing'],
    [{ appearance: { image_url: 'javascript:alert(1)' } }, 'image_url'],
    [{ appearance: { color_schema: 'dark' } }, 'color_scheme'],
    [{ orientation: 'upside_down' }, 'orientation'],
    [{ head_line: 'Sails' }, 'headline'],
    [{ headline: 'Sails', campaign_id: '404' }, 'campaign_id'],
  ] as const;

  it('a wrong change is rejected, and the form stays as it was', async () => {
    await using server = await startLively(start);
    const before = (await server.admin.get('/forms')).body;
    for (const [change, name] of WRONG) {
      const { status, body } = await server.admin.put('/forms/1', change);
      expect([name, status, body.errors]).toEqual([name, 422, [expect.anything()]]);
      expect(JSON.stringify(body)).toContain(name);
    }
    expect((await server.admin.get('/forms')).body).toEqual(before);
    expect((await server.admin.put('/forms/404', { headline: 'Sails' })).status).toBe(404);
  });

  it('an update of a form changes only the given members, and null removes optional ones', async () => {
    await using server = await startLively(start);
    const form = async () => (await server.admin.get('/forms')).body.forms[0];
    const change = {
      headline: 'Sails by post',
      fields: [{ name: 'first_name', required: true }],
      tags: ['sails'],
      eu_consent: 'I agree',
      campaign_id: '1',
      confirmation_code: 'SPRING10',
      appearance: { image_url: 'https://acme.test/cup.png', corner_radius: 2, button_text_color: '#fff' },
    };
    expect((await server.admin.put('/forms/1', change)).status).toBe(204);
    expect(await form()).toMatchObject({
      name: 'Sails by post',
      headline: 'Sails by post',
      button_text: 'Sign up',
      campaign_id: '1',
      signup: {
        fields: [{ name: 'email' }, { name: 'first_name', label: 'First name', required: true }],
        tags: ['sails'],
        eu_consent: 'I agree',
      },
    });
    const removal = { eu_consent: null, campaign_id: null, confirmation_code: null };
    const appearance = { image_url: null, layout: 'inline' };
    expect((await server.admin.put('/forms/1', { ...removal, appearance })).status).toBe(204);
    const { campaign_id, signup } = await form();
    expect([campaign_id, signup.eu_consent, signup.confirmation_code, signup.tags]).toEqual([
      null,
      undefined,
      undefined,
      ['sails'],
    ]);
    expect(signup.appearance).toEqual({
      ...{ layout: 'inline', color_scheme: 'light', corner_radius: 2, spacing: 1 },
      ...{ font_family: 'system-ui, sans-serif', button_text_color: '#fff' },
    });
    expect((await server.get('/forms/1')).text).toContain('Sails by post');
  });

  it('a broadcast changes until it is sent', async () => {
    await using server = await startLively(start);
    await server.admin.put('/broadcasts/1', {
      subject: 'Oars',
      html_body: '<p>Oars</p>',
      localize_sending_time: false,
    });
    await server.admin.post('/broadcasts/1/schedule', { send_at: '2026-03-07T12:00:00Z' });
    expect((await server.admin.put('/broadcasts/1', { name: 'Spring', subject: 'Two oars' })).status).toBe(
      204,
    );
    for (const change of [{ subject: ' ' }, { localize_sending_time: true }]) {
      expect((await server.admin.put('/broadcasts/1', change)).status, JSON.stringify(change)).toBe(422);
    }
    server.clock.set('2026-03-07T12:00:00Z');
    await server.settle();
    expect(
      (await server.outbox({ to: EMAIL })).map(({ subject, html }) => [subject, html.slice(0, 11)]),
    ).toEqual([['Two oars', '<p>Oars</p>']]);
    expect((await server.admin.put('/broadcasts/1', { subject: 'Late' })).status).toBe(422);
    expect((await server.admin.get('/broadcasts/1')).body).toMatchObject({
      name: 'Spring',
      subject: 'Two oars',
    });
  });

  it('a goal, a webhook and a campaign change', async () => {
    await using server = await startLively(start);
    await server.admin.put('/goals/1', {
      name: 'Joined',
      default_value: 700,
      status: 'disabled',
      url: '/joined',
    });
    await server.admin.put('/goals/1', { url: null });
    expect((await server.admin.get('/goals')).body.goals).toMatchObject([
      { name: 'Joined', default_value: 700, status: 'disabled', url: null, counting_method: 'all' },
    ]);
    await server.admin.put('/webhooks/1', { post_url: 'https://other.test/', include_received_email: true });
    expect((await server.admin.get('/webhooks/1')).body).toMatchObject({
      post_url: 'https://other.test/',
      events: ['subscriber.applied_tag', 'subscriber.received_email'],
    });
    await server.admin.put('/campaigns/1', { name: 'Voyage', from_name: 'Captain' });
    expect((await server.admin.get('/campaigns/1')).body).toMatchObject({
      name: 'Voyage',
      from_name: 'Captain',
      emails: [{}, {}],
    });
    await server.admin.put('/webhooks/1', { include_received_email: false });
    expect((await server.admin.get('/webhooks/1')).body.events).toEqual(['subscriber.applied_tag']);
  });

  it('the subscribers of a workflow continue with its new steps at their position', async () => {
    await using server = await startLivened(start);
    const { triggers } = (await server.admin.get('/workflows/1')).body;
    const steps = [
      { type: 'send_email', subject: 'New hello', html_body: '<p>New</p>' },
      { type: 'delay', days: 3 },
      { type: 'apply_tag', tag: 'changed' },
    ];
    const unknown = await server.admin.put('/workflows/1', { triggers: [{ ...triggers[0], id: '404' }] });
    expect(unknown.body.errors[0].message).toBe('triggers[0].id: trigger not found in this workflow: 404');
    const change = {
      name: 'Second',
      steps,
      triggers: [...triggers, { provider: 'trickle', trigger_type: 'created' }],
    };
    expect((await server.admin.put('/workflows/1', change)).status).toBe(204);
    const { body } = await server.admin.get('/workflows/1');
    expect(body.name).toBe('Second');
    expect(body.triggers.map(({ id }: Json) => id)).toEqual([triggers[0].id, expect.any(String)]);
    server.clock.set('2026-03-10T12:00:00Z');
    await server.settle();
    const { subscriber } = (await server.admin.get('/subscribers/ann')).body;
    expect(subscriber.tags).toContain('changed');
  });

  it('a subscriber who waits for a goal continues when the goal is removed', async () => {
    const account = livelyAccount(ID);
    const goal = { type: 'goal', trigger_type: 'created' } as const;
    const workflows = (account.workflows ?? []).map((workflow) => ({ ...workflow, steps: [goal] }));
    await using server = await start({ seed: { accounts: [{ ...account, workflows }] } });
    await server.post('events', { events: [{ email: EMAIL, action: 'Signed up' }] });
    await server.settle();
    expect((await server.admin.get('/workflows/1')).body.members).toMatchObject([{ waits_for: 'goal' }]);
    await server.admin.put('/workflows/1', { steps: [{ type: 'apply_tag', tag: 'free' }] });
    await server.settle();
    expect((await server.admin.get('/workflows/1')).body.members).toEqual([]);
    expect((await server.admin.get('/subscribers/ann')).body.subscriber.tags).toContain('free');
  });

  it('users change, their tokens are revoked, and custom fields are created', async () => {
    await using server = await startLively(start);
    const account = async () => (await server.admin.get(`/accounts/${ID}`)).body;
    const [{ id }] = (await account()).users;
    const change = { role: 'viewer', name: 'Olive', time_zone: 'europe/berlin' };
    expect((await server.admin.put(`/accounts/${ID}/users/${id}`, change)).status).toBe(204);
    await server.admin.put(`/accounts/${ID}/users/${id}`, {});
    const added = await server.admin.post(`/accounts/${ID}/users`, { email: 'new@acme.test' });
    expect((await account()).users).toMatchObject([
      { role: 'owner', tokens: [{ token: added.body.token }] },
      { id, role: 'viewer', name: 'Olive', time_zone: 'Europe/Berlin' },
    ]);
    expect((await server.admin.delete(`/accounts/${ID}/tokens/${added.body.token}`)).status).toBe(204);
    expect((await server.send('GET', `/v2/${ID}/tags`, { token: added.body.token })).status).toBe(401);
    expect((await server.admin.delete(`/accounts/${ID}/tokens/${added.body.token}`)).status).toBe(404);
    expect((await server.admin.put(`/accounts/${ID}/users/404`, {})).status).toBe(404);
    await server.admin.post(`/accounts/${ID}/custom_fields`, { identifier: 'boat' });
    await server.admin.post(`/accounts/${ID}/custom_fields`, { identifier: 'boat' });
    expect((await account()).custom_fields).toEqual(['boat']);
  });
});
