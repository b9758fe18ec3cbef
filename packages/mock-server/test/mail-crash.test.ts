// @thorough: servers that are started, killed and started again
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from '@trickle/mock-server';
import { expect, test } from 'vitest';
import { serve } from './http-server.ts';
import { bin } from './server-process.ts';
import { TemporaryFolder } from './temporary-folder.ts';

const SUBSCRIBERS = 300;
const ROUNDS = 6;

const subscribers = Array.from({ length: SUBSCRIBERS }, (_, i) => ({ email: `p${i}@acme.test` }));
const campaign = (id: string, html_body: string) => ({
  id,
  name: id,
  status: 'active',
  emails: [{ subject: id, html_body }],
  subscribers: subscribers,
});

/** An account whose emails are all due when the server starts. One campaign needs content. */
const seedOf = (url: string) => ({
  accounts: [
    {
      id: '1',
      default_from_email: 'crew@acme.test',
      default_postal_address: '1 Harbor Way',
      subscribers: subscribers,
      dynamic_content: { endpoints: [{ shortcode: 'shoes', base_url: url }] },
      campaigns: [campaign('plain', '<p>Ahoy</p>'), campaign('rich', '<p>{{ my.shoes.offer }}</p>')],
      broadcasts: [
        {
          ...{ id: 'sale', name: 'sale', subject: 'sale', html_body: '<p>Oars</p>' },
          ...{ status: 'scheduled', send_at: '2026-01-01T00:00:00Z' },
        },
      ],
    },
  ],
});

test('a server that is killed while it sends emails neither loses an email nor sends one twice', async () => {
  using folder = new TemporaryFolder();
  let onRequest = () => {};
  await using content = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"offer":"Boots"}');
    onRequest();
  });
  const seed = folder.file('seed.json');
  await writeFile(seed, JSON.stringify(seedOf(content.url)));
  const db = folder.file('mail.db');
  const counts: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const args = [bin, '--port', '0', '--json', '--db', db, '--seed', seed, '--speed', '1'];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    let left = 1 + ((round * 37) % 100);
    onRequest = () => {
      left -= 1;
      if (left === 0) child.kill('SIGKILL');
    };
    await once(child, 'exit');
    await using server = await createServer({ db, time: { speed: 0, now: '2000-01-01T00:00:00Z' } });
    counts.push((await server.mail.deliveries({ accountId: '1' })).length);
  }
  // The server was killed before everything was sent, and more than once while sending.
  expect(new Set(counts).size).toBeGreaterThan(2);
  await using server = await createServer({ db, time: { speed: 1 } }); // the machine's time again
  await server.advance({ hours: 1 }); // content that a busy machine did not answer in time is requested again
  const sent = (await server.mail.deliveries({ accountId: '1' })).map(
    ({ emailSubject, subscriberId }) => `${emailSubject} ${subscriberId}`,
  );
  expect(new Set(sent).size).toBe(sent.length);
  expect(sent).toHaveLength(3 * SUBSCRIBERS);
  expect(await server.outbox({ accountId: '1' })).toHaveLength(3 * SUBSCRIBERS);
});
