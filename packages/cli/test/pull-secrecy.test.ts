// cspell:ignore abcdefabcdefabcdefabcdef
import { join } from 'node:path';
import { readSeed, type Seed } from '@trickle/mock-server';
import { expect, test } from 'vitest';
import { trickle } from './command.ts';
import { filesIn, inFrontOf, place, serving } from './copied-account.ts';

/** Personal values that are planted, all different. */
class Canaries {
  readonly all = new Set<string>();

  /** Letters that occur nowhere else: `xqaaabk`. */
  word(): string {
    const letters = this.all.size
      .toString(26)
      .padStart(4, '0')
      .replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
    return this.#planted(`xq${letters}va`);
  }

  name(): string {
    const word = this.word();
    return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  }

  /** Eight digits behind a prefix. */
  number(prefix: string): string {
    return this.#planted(`${prefix}${String(47_000_000 + this.all.size)}`);
  }

  ip(): string {
    const { size } = this.all;
    return this.#planted(`45.${size >> 8}.${size & 255}.77`);
  }

  /** Those that occur in a text. */
  in(text: string): string[] {
    const small = text.toLowerCase();
    const words = Array.from(small.matchAll(/xq[a-z]{6}/g), ([word]) => word).filter((word) =>
      this.all.has(word),
    );
    const others = [...this.all].filter(
      (value) => !value.startsWith('xq') && small.includes(value.toLowerCase()),
    );
    return [...new Set([...words, ...others])];
  }

  #planted(value: string): string {
    this.all.add(value);
    return value;
  }
}

const PEOPLE = 100;
/** Custom fields of each person. */
const FIELDS = 30;

/** An account in which everything about its people is a canary. */
function plantedSeed(canaries: Canaries) {
  const people = Array.from({ length: PEOPLE }, () => ({
    id: `i${canaries.word()}1`,
    visitor_uuid: canaries.number('abcdefabcdefabcdefabcdef'),
    email: `${canaries.word()}.p@${canaries.word()}.test`,
    first_name: canaries.name(),
    last_name: canaries.name(),
    address1: `1 ${canaries.name()} Street`,
    address2: canaries.name(),
    city: canaries.name(),
    state: canaries.name(),
    zip: canaries.number('Z'),
    country: canaries.name(),
    phone: canaries.number('+49'),
    user_id: canaries.word(),
    ip_address: canaries.ip(),
    user_agent: `Mozilla/5.0 (${canaries.word()})`,
    original_referrer: `https://${canaries.word()}.test/?q=${canaries.word()}`,
    landing_url: `https://shop.example/?user=${canaries.word()}`,
    tags: ['everybody', canaries.word(), `for ${canaries.word()}@x.test`],
    custom_fields: {
      ...Object.fromEntries(
        Array.from({ length: FIELDS }, (_, i) => [`field_${i}`, `likes ${canaries.word()}`]),
      ),
      plan: 'gold',
      company: `${canaries.name()} Inc`,
      second_email: `${canaries.word()}@x.test`,
      mobile: canaries.number('+44 '),
      site: `https://${canaries.word()}.test/`,
    },
  }));
  const [first, second, third] = people;
  const nameOf = (person = first) => `${person?.first_name} ${person?.last_name}`;
  const texts = {
    name: `Offer for ${nameOf()}, ${first?.phone}`,
    url: `https://shop.example/?mail=${encodeURIComponent(second?.email ?? '')}&user=${nameOf(second).replace(' ', '+')}`,
    body: `<p>Dear ${nameOf(third)}, call ${third?.phone} or write to ${third?.email} from ${third?.ip_address}</p>`,
  };
  const properties = { note: texts.name, [`of ${nameOf(second)}`]: 'x', deep: [{ mail: second?.email }] };
  const seed: Seed = {
    accounts: [
      {
        id: '9999999',
        name: 'Shop',
        users: [{ email: `${canaries.word()}@shop.example`, token: 'trickle_demo_token' }],
        phone_number: canaries.number('+1'),
        subscribers: people,
        // Names of tags and fields that are of nobody's values, but have data of a person.
        tags: [`met ${nameOf(second)}`, `called ${second?.phone}`],
        custom_fields: [`friend of ${nameOf(third)}`],
        event_actions: [`Wrote to ${third?.email}`, `Saw ${nameOf(third)}`],
        campaigns: [
          {
            id: '111',
            name: texts.name,
            bcc: `${canaries.word()}@x.test`,
            notify_subscribe_email: `${canaries.word()}@x.test`,
            confirmation_url: texts.url,
            subscribers: people.map(({ email }) => ({ email })),
          },
        ],
        broadcasts: [
          { id: '555', name: texts.name, subject: texts.name, html_body: texts.body, text_body: texts.body },
        ],
        workflows: [
          {
            id: '222',
            name: texts.name,
            triggers: [{ id: '9001', provider: 'trickle', trigger_type: 'applied_tag', properties }],
          },
        ],
        forms: [{ id: '333', headline: texts.name, description: texts.body, whitelist: [texts.url] }],
        goals: [{ id: '444', name: texts.name, url: texts.url }],
        webhooks: [{ id: '77', post_url: `https://${canaries.word()}.test/${canaries.word()}` }],
        purchases: people.map(({ email }, i) => ({
          id: `${canaries.word()}${i}`,
          email,
          amount: 1999,
          provider: canaries.word(),
          order_id: canaries.word(),
          permalink: `https://shop.example/${canaries.word()}`,
          properties: {
            coupon: canaries.word(),
            ship_to: { name: canaries.name(), phone: canaries.number('+33') },
          },
          items: [{ name: `Gift for ${canaries.name()}`, amount: 1999, sku: canaries.word() }],
        })),
      },
    ],
  };
  return seed;
}

test('of 5,000 personal values, none is in a file, in the journal or in what is printed', async () => {
  const canaries = new Canaries();
  const { env } = await serving(plantedSeed(canaries));
  expect(canaries.all.size).toBeGreaterThan(5000);
  const folder = await place();
  const [named = ''] = canaries.all;
  let failures = 3;
  const { url } = await inFrontOf(env.TRICKLE_BASE_URL, (path) => {
    if (path.includes('/purchases') && failures-- > 0) {
      return [503, JSON.stringify({ errors: [{ code: 'odd', message: `no purchases of ${named}` }] })];
    }
    return undefined;
  });
  const reach = { env: { ...env, TRICKLE_BASE_URL: url } };
  const args = ['pull', folder, '--subscribers', 'all', '--details'];
  const printed: string[] = [];
  const run = async (more: readonly string[] = []) => {
    const { code, stdout, stderr } = await trickle([...args, ...more], { ...reach, isTerminal: true });
    printed.push(stdout, stderr);
    return code;
  };
  expect(await run()).toBe(1);
  const journal = await filesIn(join(folder, '.pull'));
  expect(journal['journal.ndjson']?.length).toBeGreaterThan(100_000);
  expect(canaries.in(JSON.stringify(journal))).toEqual([]);
  expect(await run()).toBe(0);
  expect(await run(['--json'])).toBe(0);
  const files = await filesIn(folder);
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['account.json', 'bodies/555.html', 'pull.json', 'subscribers.ndjson']),
  );
  const lines = files['subscribers.ndjson']?.trimEnd().split('\n') ?? [];
  expect(lines).toHaveLength(PEOPLE);
  for (const [name, text] of Object.entries(files)) expect(canaries.in(text), name).toEqual([]);
  expect(canaries.in(printed.join('\n'))).toEqual([]);
  await readSeed(folder);
});
