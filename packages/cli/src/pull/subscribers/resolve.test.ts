import { beforeEach, describe, expect, test } from 'vitest';
import { Groups } from './groups.ts';
import { KeyedHash } from './keyed-hash.ts';
import type { SubscriberOptions } from './options.ts';
import { Pseudonyms } from './pseudonyms.ts';
import { LeakError, Resolver } from './resolve.ts';
import { subscriberForm, type Workshop } from './subscriber-form.ts';
import { Traces } from './traces.ts';

const OPTIONS: SubscriberOptions = {
  ...{ subscribers: 'all', atLeast: 3, details: false, k: 2, keep: [], as: {}, plain: false },
};

const ANN = {
  id: 'abc123def456',
  email: 'Ann.Private@mail.test',
  first_name: 'Annabelle',
  last_name: 'Privateer',
  address1: '7 Hidden Lane',
  phone: '+49 30 7654321',
  ip_address: '93.184.216.34',
  custom_fields: { plan: 'gold', referred_by: 'Annabelle Privateer' },
  tags: ['vip', 'loves boats'],
};

let workshop: Workshop;

beforeEach(() => {
  const hash = new KeyedHash(Buffer.alloc(32, 1));
  const [groups, traces] = [new Groups(hash, OPTIONS.k), new Traces(hash)];
  workshop = { pseudonyms: new Pseudonyms(hash), groups, traces, options: OPTIONS };
});

/** Reads subscribers, and gives their forms. */
function read(...subscribers: object[]) {
  return subscribers.map((subscriber) => {
    const { form, traces } = subscriberForm({ ...subscriber }, workshop);
    workshop.traces.add(traces);
    return form;
  });
}

describe('the search before anything is written', () => {
  test.each([
    ['email', 'ANN.PRIVATE@mail.test'],
    ['first_name', 'annabelle'],
    ['last_name', 'Privateer'],
    ['address1', '7 hidden lane'],
    ['city', 'by Annabelle Privateer'],
    ['phone', '+49307654321'],
    ['ip_address', '93.184.216.34'],
    ['user_id', 'abc123def456'],
    ['tags', ['ann.private@mail.test']],
  ])('finds a value that was not replaced in %s: %j', (member, value) => {
    const [form] = read(ANN);
    const resolver = new Resolver(workshop);
    expect(() => resolver.subscriber({ ...form })).not.toThrow();
    expect(() => resolver.subscriber({ ...form, [member]: value })).toThrow(LeakError);
  });

  test('does not quote the value', () => {
    read(ANN);
    const write = () => new Resolver(workshop).subscriber({ email: ANN.email });
    expect(write).toThrow('The copy would have had the email of a subscriber in subscribers.email');
    expect(write).not.toThrow(/private/i);
  });
});

test('a value is kept from the moment when enough subscribers share it, unless it names one of them', () => {
  const [first, second] = read(ANN, { ...ANN, email: 'bob@mail.test' });
  for (const form of [first, second]) {
    const { custom_fields: fields, tags } = new Resolver(workshop).subscriber({ ...form });
    expect(fields).toMatchObject({ plan: 'gold' });
    expect(JSON.stringify(fields)).not.toContain('Annabelle');
    expect(tags).toEqual(['vip', 'loves boats']);
  }
});

test('names and numbers of subscribers are removed from texts, those of senders are not', () => {
  read(ANN);
  const { traces } = workshop;
  expect(traces.without('Dear Annabelle Privateer, call +49 30 7654321.')).toBe(
    'Dear [removed], call [removed].',
  );
  expect(traces.without('Annabelle sells privateer hats')).toBe('Annabelle sells privateer hats');
  traces.allow('Annabelle Privateer');
  expect(traces.without('Yours, Annabelle Privateer')).toBe('Yours, Annabelle Privateer');
});
