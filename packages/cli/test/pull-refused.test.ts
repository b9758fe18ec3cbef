import { readSeed } from '@trickle/mock-server';
import { expect, test } from 'vitest';
import { trickle } from './command.ts';
import { filesIn, inFrontOf, place } from './copied-account.ts';
import { sandbox, seedOf } from './sandbox.ts';

const trigger = (id: string) => ({
  ...{ id, provider: 'trickle', trigger_type: 'applied_tag', properties: { tag: 'vip' } },
});

const SEED = seedOf({
  custom_fields: ['plan'],
  tags: ['vip'],
  event_actions: ['Viewed'],
  subscribers: [1, 2, 3, 4].map((i) => ({ email: `p${i}@mail.test`, tags: ['vip'] })),
  campaigns: [
    {
      ...{ id: '111', name: 'Welcome', status: 'active', emails: [{ subject: 'Hi' }] },
      subscribers: [{ email: 'p1@mail.test' }],
    },
  ],
  broadcasts: [{ id: '555', name: 'News', subject: 'Hi', html_body: '<p>Hi</p>', text_body: 'Hi' }],
  workflows: ['221', '222', '223'].map((id) => ({
    ...{ id, name: `Flow ${id}`, triggers: [trigger(`9${id}`)], steps: [{ type: 'exit' }] },
  })),
  forms: [{ id: '333', headline: 'Join', campaign_id: '111' }],
  goals: [{ id: '444', name: 'Bought' }],
  webhooks: [{ id: '77', post_url: 'https://hooks.test/a' }],
});

/** The parts that can be refused: the name, the seed member and the path. */
const PLACES = [
  ['fields', 'custom_fields', /custom_field_identifiers/],
  ['tags', 'tags', /\/tags$/],
  ['actions', 'event_actions', /event_actions/],
  ['campaigns', 'campaigns', /\/campaigns\?/],
  ['broadcasts', 'broadcasts', /\/broadcasts\?/],
  ['workflows', 'workflows', /\/workflows\?/],
  ['triggers of workflow 222', 'workflows', /\/workflows\/222\/triggers/],
  ['forms', 'forms', /\/forms/],
  ['goals', 'goals', /\/goals/],
  ['webhooks', 'webhooks', /\/webhooks/],
  ['subscribers', 'subscribers', /\/subscribers\?/],
] as const;

/** Every part with status 403, and one part with each other status of a refusal. */
const CASES = PLACES.flatMap((place) =>
  (place[0] === 'goals' ? [403, 404, 405, 410] : [403]).map((status) => [...place, status] as const),
);

test.each(CASES)(
  '%s (%s, %s) refused with %d is left out of a new copy, and never lost',
  async (name, member, path, status) => {
    const { fetch } = await sandbox({ seed: SEED });
    const refusing = inFrontOf(fetch, (asked) =>
      path.test(asked) ? [status, '{"errors":[{"code":"not_found_error","message":"no"}]}'] : undefined,
    );
    const folder = await place();
    await trickle(['pull', folder, '--subscribers', '4'], { fetch });
    const before = await filesIn(folder);
    const message = `${name} could not be read: the service answered with ${status}.`;

    const again = await trickle(['pull', folder], refusing);
    expect(again).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining(message) });
    expect(await filesIn(folder)).toEqual(before);
    // Subscribers are not compared, so they are not counted.
    const code = name === 'subscribers' ? 0 : 3;
    expect(await trickle(['pull', folder, '--check'], refusing)).toMatchObject({ code, stdout: '' });

    const first = await place();
    for (let pull = 0; pull < 2; pull++) {
      const refused = await trickle(['pull', first, '--subscribers', '4'], refusing);
      expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining(message) });
    }
    const seed = await readSeed(first);
    if (name === member) expect(seed.accounts?.[0]?.[member]).toBeUndefined();
    await sandbox({ seed: seed });
  },
);
