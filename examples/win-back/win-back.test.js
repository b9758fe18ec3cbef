import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { createServer, readSeed } from '@trickle/mock-server';
import { createClient } from '@trickle/sdk';
import { inviteBack } from './invite.js';

test('customers who were invited are not invited again', async () => {
  const server = await createServer({
    seed: await readSeed('trickle'),
    time: { now: '2026-11-25T09:00:00Z' },
  });
  const client = createClient(server.connection);
  const work = () => inviteBack(client, new Date('2026-11-25'));
  const first = await server.rehearse(work);
  assert.deepEqual(first.names, { tags: ['win-back'], fields: ['offer'], actions: ['Was invited back'] });
  assert.equal(first.entries[0].count, 11);
  const second = await server.rehearse(work);
  assert.deepEqual([second.records, second.emails], [[], []]);
  await server.close();
});

test('the script does what plan.json says', () => {
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'check'], {
    encoding: 'utf8',
    shell: true,
  });
  assert.equal(status, 0, stderr);
});
