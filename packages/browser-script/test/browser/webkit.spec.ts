// @thorough: another engine
/* The main flows in the engines that WebDriver drives. */
import { createServer } from '@trickle/mock-server';
import { createClient } from '@trickle/sdk';
import { openCollector } from '../collector.ts';
import { STORED } from './hostile-trial.ts';
import { expect } from './shop.ts';
import { openSite } from './site.ts';
import { test } from './webkit-test.ts';

test('commands, visits, tags, stored messages and forms work', async ({ shared: session }) => {
  await using server = await createServer({
    seed: {
      accounts: [
        {
          id: '9999999',
          url: 'https://demo.example',
          users: [{ email: 'o@demo.example', token: 't' }],
          goals: [{ id: '1', name: 'Application', url: '/app*', counting_method: 'all' }],
          forms: [{ id: '7', headline: 'Letters' }],
        },
      ],
    },
  });
  await using collector = await openCollector(server);
  await using site = await openSite(collector.url, '9999999', 'flows.localhost');
  const home = site.show({
    before: `window.wrong = []; window.onerror = (message) => { wrong.push(message); };`,
  });
  const actions = async () =>
    (await server.events({ event: 'subscriber.performed_custom_event' })).map(
      ({ properties }) => properties.action,
    );

  const calls = () =>
    session.run<string[]>(`return calls.map(({ name, error }) => name + (error ? ': ' + error : ''))`);

  await session.open(`${home}?dst=vip`);
  await session.run(`_dcq.push(
    ['identify', { email: 'ann@example.com', ...callbacks('identify') }],
    ['track', 'Signed up', { value: 4900, ...callbacks('track') }],
    ['track', callbacks('wrong')],
  )`);
  await expect.poll(calls).toContain('track success');
  await expect.poll(calls).toContainEqual(expect.stringMatching(/^wrong failure: .*action/));
  await expect.poll(() => session.run('return location.search')).toBe('');
  const subscriber = await createClient(server.connection).subscribers.get('ann@example.com');
  expect(subscriber.tags).toEqual(['vip']);

  await session.run(`history.pushState(null, '', '/app/1')`);
  await expect.poll(async () => (await server.conversions()).length).toBe(1);

  await session.run(`_dcq.push(['showForm', { id: '7', ...callbacks('show') }])`);
  await expect.poll(calls).toContain('show success');
  expect(await session.run(`return !!document.querySelector('trickle-form')`)).toBe(true);

  // Unsent messages outlive the page.
  collector.mood = 'dead';
  await session.run(`_dcq.push(['track', 'Stored', {}])`);
  await expect.poll(() => session.run<string>(`return ${STORED}`)).toContain('Stored');
  expect(await session.run('return window.wrong')).toEqual([]);
  await session.open('about:blank');
  collector.mood = 'open';
  await session.open(`${home}next`);
  await expect.poll(actions).toEqual(['Signed up', 'Stored']);
  // The visitor is the same.
  await session.run(`_dcq.push(['track', 'Again', callbacks('again')])`);
  await expect.poll(actions).toEqual(['Signed up', 'Stored', 'Again']);
  expect(await session.run('return window.wrong')).toEqual([]);
});
