import { expect, test } from 'vitest';
import type { ResponseOf } from '../src/api/request.ts';
import { titlesOf } from '../src/editor/item-titles.ts';
import { blankOf, hasField, isNullable, membersOf, type Schema, schemaFor } from '../src/editor/schema.ts';
import { problemsOf } from '../src/pages/outbox/email-checks.ts';

test('the emails of a series have the day on which they are sent at the earliest', () => {
  const emails = [
    { subject: 'Hi' },
    { subject: 'Next' },
    { subject: 'Later', delay: { days: 2, hours: 30 } },
  ];
  expect(titlesOf(emails)).toEqual(['Day 1: Hi', 'Day 2: Next', 'Day 5: Later']);
});

test('steps are named by their type and by what they are about', () => {
  const steps = [{ type: 'delay', days: 3 }, { type: 'apply_tag', tag: 'vip' }, { type: 'exit' }];
  expect(titlesOf(steps)).toEqual(['Delay: 3 days', 'Apply tag: vip', 'Exit']);
});

const STEP: Schema = {
  oneOf: [
    {
      type: 'object',
      properties: { type: { const: 'delay' }, days: { type: 'integer' } },
      required: ['type'],
    },
    { type: 'object', properties: { type: { const: 'exit' } }, required: ['type'] },
  ],
};

const SCHEMA: Schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    bcc: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    steps: { type: 'array', items: STEP },
  },
  required: ['name', 'steps'],
};

test('a new record has what is required, and a new step has its type', () => {
  expect(blankOf(SCHEMA)).toEqual({ name: '', steps: [] });
  expect(blankOf(schemaFor(STEP, { type: 'exit' }))).toEqual({ type: 'exit' });
  expect(isNullable(SCHEMA.properties?.bcc ?? {})).toBe(true);
});

test('of a stored record, what an operation takes is edited, in lists too', () => {
  const stored = {
    ...{ id: '1', name: 'Onboarding', bcc: null, sent: 12 },
    steps: [
      { id: 'step-0', type: 'delay', days: 3, tag: 'x' },
      { type: 'exit', days: 1 },
    ],
  };
  expect(membersOf(SCHEMA, stored)).toEqual({
    ...{ name: 'Onboarding', bcc: null },
    steps: [{ type: 'delay', days: 3 }, { type: 'exit' }],
  });
});

test('an error has a field where the schema has one', () => {
  expect(hasField(SCHEMA, 'name')).toBe(true);
  expect(hasField(SCHEMA, 'steps[2].days')).toBe(true);
  expect(hasField(SCHEMA, 'title')).toBe(false);
});

const email = (html: string, targets: readonly string[] = []) =>
  ({
    html,
    text: '',
    purpose: 'broadcast',
    links: targets.map((target) => ({ url: target, target })),
  }) as unknown as ResponseOf<'GET /_admin/outbox/{email_id}'>; // what the checks read

test('an email without mistakes has no problems', () => {
  expect(problemsOf(email('<p>Hi</p>', ['https://acme.test/', 'https://acme.test/unsubscribe']))).toEqual([]);
});

test('links that lead nowhere, unresolved Liquid and too much HTML are problems', () => {
  const html = `<p>{{ subscriber.name }}</p><script></script>${'x'.repeat(102_000)}`;
  expect(problemsOf(email(html, ['#', 'javascript:alert(1)']))).toEqual([
    'A link leads nowhere: “#”.',
    'A link leads nowhere: “javascript:alert(1)”.',
    'There is no unsubscribe link.',
    'Liquid is left unresolved: {{ subscriber.name }}',
    'The HTML has 102,045 bytes; Gmail cuts it after 102,000.',
    'Email clients remove scripts.',
  ]);
});
