import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from '@trickle/mock-server';
import { createClient } from '@trickle/sdk';
import { describe, expect, test } from 'vitest';

const here = (path: string) => new URL(path, import.meta.url);
const readme = readFileSync(here('../README.md'), 'utf8');

describe('the READMEs', () => {
  test("the server accepts the READMEs' JSON: faults, content, a seed", async () => {
    const [faults, content, seed] = Array.from(readme.matchAll(/```json\n(.*?)```/gs), ([, json = '']) =>
      JSON.parse(json),
    );
    const {
      accounts: [account],
    } = seed;
    await using server = await createServer({ seed: { accounts: [{ ...account, ...content }] } });
    for (const fault of faults) await server.faults.add(fault);
    expect(await server.faults.list()).toHaveLength(faults.length);
    const client = createClient(server.connection);
    expect((await client.subscribers.get('ann@example.com')).tags).toEqual(['vip']);
  });

  test("the server answers the READMEs' calls of the admin API", async () => {
    await using server = await createServer();
    const client = createClient(server.connection);
    await client.events.record({ email: 'ann@example.com', action: 'Signed up' });
    const calls = Array.from(
      readme.matchAll(/^curl (?:(?:-X (\w+)|-N) )?'?localhost:4100([^\s']+)'?(?: -d '(.*)')?$/gm),
      ([, method = 'GET', path = '', body]) => ({ method, path, body: body ?? null }),
    );
    expect(calls).toHaveLength(11);
    const statuses: [string, number][] = [];
    for (const { path, ...init } of calls) {
      const answer = await server.fetch(new Request(`http://localhost:4100${path}`, init));
      statuses.push([path, Math.floor(answer.status / 100)]);
      await answer.body?.cancel();
    }
    expect(statuses).toEqual(calls.map(({ path }) => [path, 2]));
  });

  test('the READMEs mention every member of a server', async () => {
    await using server = await createServer();
    expect(Object.keys(server).filter((name) => !readme.includes(`| \`${name}`))).toEqual([]);
  });

  test('the READMEs mention every option of createServer', () => {
    const source = readFileSync(here('../src/options.ts'), 'utf8');
    const [, members = ''] = /export interface ServerOptions \{(.*?)\n\}/s.exec(source) ?? [];
    const options = Array.from(members.matchAll(/^ {2}readonly (\w+)\?:/gm), ([, name]) => name);
    expect(options.length).toBeGreaterThan(8);
    expect(options.filter((name) => !readme.includes(`| \`${name}\` |`))).toEqual([]);
  });

  test('the READMEs mention every flag of the command, as its help does', () => {
    const bin = here('../bin/trickle-server.js').pathname;
    const { stdout } = spawnSync(process.execPath, [bin, '--help'], { encoding: 'utf8' });
    const flags = new Set(stdout.match(/--[a-z-]+/g));
    expect(flags.size).toBeGreaterThan(7);
    expect([...flags].filter((flag) => !readme.includes(flag))).toEqual([]);
  });
});
