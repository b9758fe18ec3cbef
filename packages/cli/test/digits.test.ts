import { expect, test } from 'vitest';
import { temporaryFile, trickle } from './command.ts';
import { sandbox } from './sandbox.ts';

// U-334
test('an NDJSON file and a call keep the digits of large ids', async () => {
  const { fetch, subscribers } = await sandbox();
  const record = (email: string) =>
    `{"email":"${email}","user_id":${email.length}210448301122334455,"custom_fields":{"order":9007199254740993,"price":10.50,"n":7}}`;
  const file = await temporaryFile('subscribers.ndjson', `${record('ann@x.io')}\n`);
  expect((await trickle(['import', file], { fetch })).code).toBe(0);
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
  const { fetch, subscribers } = await sandbox();
  const file = await temporaryFile('subscribers.ndjson', `{"email":"ann@x.io",${member}}\n`);
  const { code, stderr } = await trickle(['import', file, ...args], { fetch });
  expect(code, stderr).toBe(0);
  expect(await subscribers()).toMatchObject([{ custom_fields: { [name]: member.split(':')[1] } }]);
});

// U-334
test('a cell of JSON keeps the digits of large ids', async () => {
  const { fetch, server } = await sandbox();
  const file = await temporaryFile(
    'events.csv',
    'email,action,properties\nann@x.io,Bought,"{""id"":7210448301122334455}"\n',
  );
  const { code, stderr } = await trickle(['import', file, '--as', 'events'], { fetch });
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const [event] = await server.timeline();
  expect(event?.properties).toEqual({ id: '7210448301122334455' });
});
