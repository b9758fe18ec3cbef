// @thorough: growth with the input
import { stepsOf } from './steps.ts';

// Imported after the counter, which counts only functions compiled later.

import {
  CampaignSubscriberInput,
  contract,
  nearestName,
  OrderInput,
  SubscriberInput,
} from '@trickle/sdk/contract';
import { expect, it } from 'vitest';
import { unknownMembers } from '../../sdk/src/transport/input/unknown-members.ts';
import { addressOf, trustedProxies } from '../src/api/http/address.ts';
import { parseJson, queryWithCampaign, readQuery } from '../src/api/http/read-request.ts';
import { redirectTo, warningsLine } from '../src/api/http/reply.ts';
import { operationAt, unknownPathError } from '../src/api/http/router.ts';
import { parametersOf } from '../src/api/oauth/parameters.ts';
import { sentForm } from '../src/api/script-host/forms/submission.ts';
import { sharedVisitor } from '../src/api/script-host/shared-visitor.ts';
import { readConsentRequest } from '../src/domain/oauth/authorize.ts';
import { BatchReader, parseRecord } from '../src/domain/records/parse-record.ts';
import { matches } from '../src/observe/request-log/match.ts';
import { pathPattern } from '../src/observe/request-log/path-pattern.ts';
import { recordsIn } from '../src/observe/request-log/recorded-request.ts';
import { Seed } from '../src/seed/schema.ts';
import { networkOf } from '../src/shared/values/ip-address.ts';
import { exceededLimit, invalidJsonEscape } from '../src/shared/values/json.ts';
import { schemaProblems } from '../src/shared/values/schema-problems.ts';
import { olsonName, parseTime } from '../src/shared/values/time.ts';

/*
 * Reading a request takes linear time: twice the input takes at most twice the steps.
 * `scripts/verify/regular-expressions.test.ts` tests the same of regular expressions.
 */

const words = ['a', 'a_', ' ', '/', '*', '+1', '%2F', '1.', 'a@b.', '["', 'a=b&', '\ud800'];

const names = Object.keys(SubscriberInput().shape);
const isOdd = (text: string) => /[\ud800-\udfff]/.test(text);
const many = (count: number, of: (i: number) => unknown) => Array.from({ length: count }, (_, i) => of(i));
const membersOf = (count: number, unit: string) =>
  Object.fromEntries(many(count, (i) => [`${unit}${i}`, unit]) as []);
const request = (path: string) => new Request(`http://a.test/${isOdd(path) ? '' : path}`);

/** Readers of a string that repeats a word, or of a list of as many words. */
const readers: Readonly<Record<string, (text: string, unit: string, count: number) => unknown>> = {
  nearestName: (text) => nearestName(text, names),
  'nearestName among as many': (_, unit, count) =>
    nearestName(unit, many(count, (i) => `${unit}${1000 + i}x`) as string[]),
  'the address of a request': (text) => addressOf(request(text)),
  'an operation by its path': (text) => operationAt('GET', `/v2/${text}/subscribers${text}`),
  'the error for a path': (text) => unknownPathError('GET', `/v2/${text}/subscriberz`),
  'a line of warnings': (text) => warningsLine([text, text]),
  'the limits of JSON': (text) => exceededLimit(text, { values: 1e9, levels: 1e9 }),
  'the JSON of a string': (text) => parseJson(JSON.stringify({ text: text.toWellFormed() }), 1e9),
  'the JSON of a list': (_, unit, count) =>
    parseJson(JSON.stringify(many(count, () => [unit.toWellFormed()])), 1e9),
  'half of a character in JSON': (text) => invalidJsonEscape(JSON.stringify({ text })),
  'a path pattern': (text) => pathPattern('/v2/*a*/**/*b*/**/*c*/**/*d*').test(text),
  'a path pattern of words': (text) => pathPattern('**a*b**c*d**').test(text),
  'every member of a subscriber': (text) =>
    parseRecord(SubscriberInput, Object.fromEntries(names.map((name) => [name, text]))),
  'every member of an order': (text) =>
    parseRecord(OrderInput, Object.fromEntries(Object.keys(OrderInput().shape).map((name) => [name, text]))),
  'unknown members': (_, unit, count) =>
    parseRecord(SubscriberInput, { ...membersOf(count, unit), email: 'a@b.co' }),
  'unknown members of the SDK': (_, unit, count) => unknownMembers(SubscriberInput(), membersOf(count, unit)),
  'unknown members of a seed': (_, unit, count) => schemaProblems(Seed, membersOf(count, unit)),
  tags: (_, unit, count) =>
    parseRecord(CampaignSubscriberInput, { email: 'a@b.co', tags: many(count, () => unit) }),
  'numbered tags': (_, unit, count) =>
    parseRecord(CampaignSubscriberInput, {
      email: 'a@b.co',
      tags: Object.fromEntries(many(count, () => unit).entries()),
    }),
  'custom fields': (_, unit, count) =>
    parseRecord(SubscriberInput, { custom_fields: membersOf(count, unit) }),
  items: (_, unit, count) =>
    parseRecord(OrderInput, { items: many(count, () => ({ name: unit, amount: '1', x: 1 })) }),
  'records of a batch': (_, unit, count) => {
    const reader = new BatchReader(SubscriberInput);
    for (const record of many(count, () => ({ [unit]: unit }))) reader.read(record);
  },
  'a query': (text) => readCatching(() => readQuery(contract.subscribers.list, text, [])),
  'the parameters of a query': (text) => readCatching(() => readQuery(contract.user.get, text, [])),
  'a campaign in a body': (text) => queryWithCampaign(isOdd(text) ? '' : text, text, []),
  'the addresses of proxies': (text) =>
    isOdd(text) || text.includes('\u0000')
      ? 0
      : behindProxy({ 'x-forwarded-for': text, 'x-forwarded-host': text }),
  'the inputs of a form': (_, unit, count) =>
    sentForm(Array.from({ length: count }, () => ['fields[plans][]', unit])),
  'the names of inputs of a form': (_, unit, count) =>
    sentForm(Array.from({ length: count }, (_, i) => [`fields[${unit}${i}]`, unit])),
  'the cookies of the script host': (text) => sharedVisitor(`${text}; trickle_visitor_1=${text}`, '1'),
  'the network of an address': (text) => networkOf(text),
  'a time': (text) => parseTime(`2026-01-01T00:00:00.${text}`),
  'a time zone': (text) => olsonName(text),
  'the parameters of OAuth': (text) => parametersOf(new URLSearchParams(isOdd(text) ? '' : text)),
  'a callback URL': (text) =>
    readCatching(() => readConsentRequest({ redirect_uri: `https://a.test/${text}`, state: text })),
  'a redirect': (text) => redirectTo(`https://a.test/${text}`, 302),
  'records in a body': (_, unit, count) =>
    recordsIn({ batches: many(count, () => ({ [unit]: [{ unit }] })) }),
  'a match': (_, unit, count) => matches({ list: [unit] }, { list: many(count, () => `${unit}x`) }),
};

const behindProxy = (headers: Record<string, string>) =>
  trustedProxies(['loopback'])(new Request('http://a.test', { headers }), {
    address: '127.0.0.1',
    drop: () => undefined,
  });

/** Returns errors as results. */
function readCatching(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

const LENGTH = 300;

it.each(Object.entries(readers))('%s takes at most twice the steps for twice the input', (_, read) => {
  const readAll = (count: number) => {
    for (const unit of words) read(unit.repeat(count), unit, count);
  };
  readAll(1); // tables are built on first use
  const [once, twice] = [LENGTH, 2 * LENGTH].map((count) => stepsOf(() => readAll(count)));
  expect(twice).toBeLessThanOrEqual(2.02 * (once ?? 0) + 2000);
});

it('a quadratic reader takes about four times the steps for twice the input', () => {
  const square = (count: number) => stepsOf(() => pairs(many(count, (i) => i)));
  expect(square(2 * LENGTH)).toBeGreaterThan(3.5 * square(LENGTH));
});

/** A quadratic reader. */
const pairs = (list: readonly unknown[]) =>
  list.filter((one) => list.some((other) => matches(one, other) && one !== other));
