import { beforeEach, describe, expect, test } from 'vitest';
import { TIME_LIMIT } from '../../../../scripts/setup/time-limit.ts';
import { TOPICS } from '../../src/store/engine/schema.ts';
import type { TestServer } from '../harness.ts';
import { severalServers } from './several-servers.ts';

describe('news of another server', () => {
  const several = severalServers();
  let db: string;
  let one: TestServer;
  let two: TestServer;

  beforeEach(async () => {
    db = await several.newDatabase();
    one = await several.open(db);
    two = await several.open(db);
  });

  /** Collects the actions of custom events that a server streams, until `end`. */
  function watchActions(server: TestServer) {
    const ending = new AbortController();
    const seen: unknown[] = [];
    const done = (async () => {
      for await (const { event, properties } of server.watch({ after: 0, signal: ending.signal })) {
        if (event === 'subscriber.performed_custom_event') seen.push(properties.action);
      }
    })();
    const end = async () => {
      ending.abort();
      await done;
    };
    return { seen, end };
  }

  const record = (server: TestServer, action: string) =>
    server.post('events', { events: [{ email: 'ann@acme.test', action }] });

  test('watch() streams the events of a request to another server', async () => {
    const watch = watchActions(two);
    for (let i = 0; i < 3; i++) {
      await record(one, `action ${i}`);
      await expect.poll(() => watch.seen.length).toBe(i + 1);
    }
    expect(watch.seen).toEqual(['action 0', 'action 1', 'action 2']);
    await watch.end();
  });

  test('expectRequest() waits for a request to another server', async () => {
    const expected = two.expectRequest({ operation: 'tags.list' }, { within: TIME_LIMIT });
    await one.get('tags');
    expect(await expected).toMatchObject([{ operation: 'tags.list', status: 200 }]);
  });

  test('the inspector of one server shows what another one changes', async () => {
    const response = await two.fetch(new Request(`${two.url}/_admin/changes/stream?account_id=9999999`));
    const topics = new Set<string>();
    /** Without news of every topic, which may stand for any change, as after an outage. */
    const certain = new Set<string>();
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const read = (async () => {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        for (const [, json = '{}'] of part.value.matchAll(/^data: (.*)$/gm)) {
          const news: readonly string[] = JSON.parse(json).topics;
          for (const topic of news) topics.add(topic);
          if (news.length < TOPICS.length) for (const topic of news) certain.add(topic);
        }
      }
    })();
    await record(one, 'shown');
    const { id } = await one.faults.add({ account: '9999999', operation: 'tags.list', status: 503 });
    await one.get('tags');
    await expect
      .poll(() => [...topics])
      .toEqual(expect.arrayContaining(['requests', 'events', 'records', 'faults']));
    await one.faults.clear(id);
    const tenant = await one.createAccount();
    // Changes are reported in order: once that of the clock is, all earlier ones are, too.
    await one.time.freeze();
    await expect.poll(() => [...topics]).toContain('clock');
    topics.clear();
    certain.clear();
    await one.send('GET', `/v2/${tenant.accountId}/tags`, { token: tenant.apiKey });
    await one.time.resume();
    await expect.poll(() => [...topics]).toContain('clock');
    expect(certain).not.toContain('requests'); // of another account
    await reader?.cancel();
    await read;
  });

  test('a clock that one server moves is moved on another one, which gets no request', async () => {
    await one.time.freeze();
    await one.advance({ days: 2 });
    await expect.poll(() => two.time.now()).toEqual(one.time.now());
  });

  test('a server that lost its listening connection listens again, and misses nothing', async () => {
    for (const server of [one, two]) server.expectsOutages = true;
    const watch = watchActions(two);
    await record(one, 'before');
    await expect.poll(() => watch.seen.length).toBe(1);
    const killed = await several.rows(
      db,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'trickle-server listening'`,
    );
    expect(killed).toHaveLength(2);
    await record(one, 'meanwhile');
    await expect.poll(() => watch.seen).toEqual(['before', 'meanwhile']);
    await record(one, 'afterwards');
    await expect.poll(() => watch.seen).toEqual(['before', 'meanwhile', 'afterwards']);
    await watch.end();
  });

  test('after an outage of the database, a server looks for what it has missed', async () => {
    const proxy = await several.proxy(db);
    const away = await several.open(proxy.url);
    away.expectsOutages = true;
    const watch = watchActions(away);
    await record(one, 'before');
    await expect.poll(() => watch.seen.length).toBe(1);
    proxy.refuse();
    await record(one, 'meanwhile');
    proxy.accept();
    await expect.poll(() => watch.seen).toEqual(['before', 'meanwhile']);
    await watch.end();
  });
});
