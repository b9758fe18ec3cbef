import { describe, expect, it } from 'vitest';
import { scenarios, startServer, type TestServer } from './harness.ts';
import { list, mailingAccount, type Shown } from './mailing-account.ts';

const leadpages = {
  provider: 'leadpages',
  trigger_type: 'submitted_landing_page',
  properties: { landing_page: 'oars', deep: { list: [1, null, 'two'] } },
};

const seed = () =>
  mailingAccount({
    workflows: [
      { id: '1', name: 'One', triggers: [{ id: '9', provider: 'trickle', trigger_type: 'applied_tag' }] },
      { id: '2', name: 'Two' },
    ],
  });

const listed = async (server: TestServer, workflow = '1') =>
  (await list(server, `workflows/${workflow}/triggers`)).items;

/** The single trigger of a response. */
const sent = async (server: TestServer, method: string, path: string, trigger: object): Promise<Shown> => {
  const { status, text } = await server.send(method, path, { body: { triggers: [trigger] } });
  expect(status, text).toBe(200);
  const { triggers, ...rest } = JSON.parse(text);
  expect([rest, triggers.length]).toEqual([{}, 1]);
  return triggers[0];
};

scenarios('workflow triggers', (start) => {
  // proves: endpoint GET /v2/{account_id}/workflows/{workflow_id}/triggers
  // proves: note Workflow trigger: type is always trigger
  it('workflow triggers are listed with every field, without links', async () => {
    await using server = await start({ seed: seed() });
    expect(JSON.parse((await server.get('workflows/1/triggers')).text)).toEqual({
      triggers: [
        {
          id: '9',
          type: 'trigger',
          trigger_type: 'applied_tag',
          provider: 'trickle',
          properties: {},
          actions_required: [{ code: 'missing_tag', message: 'Set the property tag.' }],
        },
      ],
    });
    expect(await listed(server, '2')).toEqual([]);
  });

  // proves: endpoint POST /v2/{account_id}/workflows/{workflow_id}/triggers
  it('workflow triggers are added with any provider, type and properties', async () => {
    await using server = await start({ seed: seed() });
    const trigger = await sent(server, 'POST', 'workflows/1/triggers', leadpages);
    const id = expect.stringMatching(/^\d{9}$/);
    expect(trigger).toEqual({ ...leadpages, id, type: 'trigger', actions_required: [] });
    expect(await listed(server)).toEqual([expect.objectContaining({ id: '9' }), trigger]);
    expect(await listed(server, '2')).toEqual([]);
  });

  // proves: endpoint PUT /v2/{account_id}/workflows/{workflow_id}/triggers/{trigger_id}
  it('workflow triggers are replaced as a whole', async () => {
    await using server = await start({ seed: seed() });
    const shown = { id: '9', type: 'trigger', actions_required: [] };
    const path = 'workflows/1/triggers/9';
    expect(await sent(server, 'PUT', path, leadpages)).toEqual({ ...leadpages, ...shown });
    const { properties, ...bare } = leadpages;
    const changed = { ...bare, properties: {}, ...shown };
    expect(await sent(server, 'PUT', path, bare)).toEqual(changed);
    expect(await listed(server)).toEqual([changed]);
  });
});

describe('workflow triggers', () => {
  // U-56
  it.each([
    ['applied_tag', 'tag'],
    ['removed_tag', 'tag'],
    ['performed_custom_event', 'action'],
    ['updated_custom_field', 'identifier'],
    ['submitted_form', 'form_id'],
    ['visited_page', 'url'],
    ['clicked_trigger_link', 'trigger_id'],
    ['subscribed_to_campaign', 'campaign_id'],
    ['completed_campaign', 'campaign_id'],
    ['removed_from_campaign', 'campaign_id'],
    ['unsubscribed_from_campaign', 'campaign_id'],
    ['created_a_cart', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
  ])('a trigger of type %s needs the property %s', async (trigger_type, needed) => {
    await using server = await startServer({ seed: seed() });
    const create = (properties?: object) =>
      sent(server, 'POST', 'workflows/1/triggers', { provider: 'trickle', trigger_type, properties });
    const missing = needed && { code: `missing_${needed}`, message: expect.stringContaining(needed) };
    const actions_required = missing ? [missing] : [];
    for (const properties of [
      undefined,
      {},
      { [`${needed}`]: '' },
      { [`${needed}`]: null },
      { other: 'x' },
    ]) {
      expect(await create(properties)).toMatchObject({ actions_required });
    }
    expect(await create({ [`${needed}`]: 'x' })).toMatchObject({ actions_required: [] });
  });

  it.each([
    ['POST', 'workflows/404/triggers'],
    ['PUT', 'workflows/404/triggers/9'],
    ['PUT', 'workflows/1/triggers/404'],
    ['PUT', 'workflows/2/triggers/9'],
  ])('an unknown trigger is not found: %s %s', async (method, path) => {
    await using server = await startServer({ seed: seed() });
    const before = await listed(server);
    const answer = await server.send(method, path, { body: { triggers: [leadpages] } });
    expect(answer.status).toBe(404);
    expect(await listed(server)).toEqual(before);
  });
});
