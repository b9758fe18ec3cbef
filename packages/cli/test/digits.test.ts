import { expect, test } from 'vitest';
import { trickle } from './command.ts';
import { imported } from './sandbox.ts';

// U-334
test('an NDJSON file and a call keep the digits of large ids', async () => {
  const record = (email: string) =>
    `{"email":"${email}","user_id":${email.length}210448301122334455,"custom_fields":{"order":9007199254740993,"price":10.50,"n":7}}`;
  const { code, fetch, subscribers } = await imported('subscribers.ndjson', `${record('ann@x.io')}\n`);
  expect(code).toBe(0);
  const called = ['call', 'subscribers', 'upsert', record('bobby@x.io')];
  expect((await trickle(called, { fetch })).stdout).toContain('10210448301122334455');
  expect(await subscribers()).toMatchObject([
    { user_id: '8210448301122334455', custom_fields: { order: '9007199254740993', price: '10.50', n: '7' } },
    { user_id: '10210448301122334455', custom_fields: { order: '9007199254740993', price: '10.50', n: '7' } },
  ]);
});

// U-334
test.each([
  ['a member without a field', ['--unmapped', 'keep'], '"price":10.50', 'price'],
  ['a mapped member', ['--map', 'price=custom_fields.cost'], '"price":10.50', 'cost'],
  ['a member with the name of a custom field', [], '"custom_fields.price":10.50', 'price'],
  ['a number beyond its range', ['--unmapped', 'keep'], '"price":1.0e400', 'price'],
])('NDJSON keeps the digits of %s', async (_, args, member, name) => {
  const record = `{"email":"ann@x.io",${member}}\n`;
  const { code, stderr, subscribers } = await imported('subscribers.ndjson', record, args);
  expect(code, stderr).toBe(0);
  expect(await subscribers()).toMatchObject([{ custom_fields: { [name]: member.split(':')[1] } }]);
});

// U-334
test('a cell of JSON keeps the digits of large ids', async () => {
  const csv = 'email,action,properties\nann@x.io,Bought,"{""id"":7210448301122334455}"\n';
  const { code, server } = await imported('events.csv', csv, ['--as', 'events']);
  expect(code).toBe(0);
  const [event] = await server.timeline();
  expect(event?.properties).toEqual({ id: '7210448301122334455' });
});
