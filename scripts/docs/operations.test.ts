/** Checks the files in the guide for operators, as far as possible without running them. */
import { createServer } from '@trickle/mock-server';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { usage } from '../../packages/mock-server/src/cli/flags.ts';
import { read } from '../setup/repository.ts';

const page = read('docs/guides/operations.md');

/** The blocks of a language, in order. */
const blocksOf = (language: string) =>
  Array.from(page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs')), ([, text = '']) => text);

interface Service {
  readonly command?: readonly string[];
  readonly stop_grace_period?: string;
  readonly depends_on?: object;
  readonly volumes?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: object;
}

const [scrape, composed] = blocksOf('yaml').map((text) => parse(text, { merge: true }));
const compose: Compose = composed;
const [caddyfile = ''] = blocksOf('text');
const [unit = ''] = blocksOf('ini');
const servers = Object.entries(compose.services).filter(([name]) => name.startsWith('server-'));

/** The value of a flag in a string. */
const flagIn = (text: string, name: string) => new RegExp(`--${name}[= ](\\S+)`).exec(text)?.[1];

/** The minimum wait of the process manager, in milliseconds: `--drain`, 5 seconds for work, 2 for the database. */
const endOf = (text: string) => Number(flagIn(text, 'drain')) + 7000;

describe('the guide for operators', () => {
  test('only uses existing flags', () => {
    const texts = [unit, ...servers.flatMap(([, { command = [] }]) => command)].join('\n');
    const prose = Array.from(page.matchAll(/`(--[a-z-]+)/g), ([, flag = '']) => flag);
    const flags = [...Array.from(texts.matchAll(/(?<= |^)--[a-z-]+/gm), ([flag]) => flag), ...prose];
    expect(flags.length).toBeGreaterThan(20);
    const known = (flag: string) => new RegExp(`(?:^|\\s)${flag}(?= |$)`, 'm').test(usage);
    expect(flags.filter((flag) => !known(flag))).toEqual([]);
  });

  test('has a compose file whose three servers, ports and volumes fit together', () => {
    expect(servers).toHaveLength(3);
    const [[, first] = ['', {}]] = servers;
    for (const [, server] of servers) expect(server).toEqual(first);
    const command = (first.command ?? []).join(' ');
    const port = flagIn(command, 'port');
    const upstreams = servers.map(([name]) => `${name}:${port}`);
    expect(caddyfile).toContain(`reverse_proxy ${upstreams.join(' ')} {`);
    expect(scrape.scrape_configs[0].static_configs[0].targets).toEqual(upstreams);
    expect(flagIn(command, 'db')).toContain('@database:5432/');
    expect(Number.parseInt(first.stop_grace_period ?? '', 10) * 1000).toBeGreaterThan(endOf(command));
    const named = Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.map((volume) => volume.split(':')[0] ?? '').filter((name) => !name.startsWith('.')),
    );
    expect(named.sort()).toEqual(Object.keys(compose.volumes).sort());
    const needed = Object.values(compose.services).flatMap(({ depends_on: names = {} }) =>
      Array.isArray(names) ? names : Object.keys(names),
    );
    expect(needed.filter((name: string) => !(name in compose.services))).toEqual([]);
  });

  test('lets the proxy notice a stopping server while it drains', () => {
    const interval = Number(/health_interval (\d+)s/.exec(caddyfile)?.[1]) * 1000;
    for (const text of [unit, ...servers.map(([, { command = [] }]) => command.join(' '))]) {
      expect(Number(flagIn(text, 'drain'))).toBeGreaterThanOrEqual(2 * interval);
    }
    expect(caddyfile).toContain('health_uri /readyz');
  });

  test('has a systemd unit that waits for the server to end', () => {
    expect(unit.match(/^\[\w+\]$/gm)).toEqual(['[Unit]', '[Service]', '[Install]']);
    expect(unit.split('\n').filter((line) => !/^(?:|#.*|\[\w+\]|[A-Z]\w+=\S.*)$/.test(line))).toEqual([]);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1000).toBeGreaterThan(endOf(unit));
    const ports = Array.from(page.matchAll(/trickle-server@(\d+)/g), ([, port]) => `127.0.0.1:${port}`);
    expect(ports).toHaveLength(3);
    for (const address of ports) expect(page).toContain(`\`${address}\``);
  });

  test('lists every metric', async () => {
    await using server = await createServer({ metrics: true });
    const text = await (await server.fetch(new Request('http://localhost/metrics'))).text();
    const metrics = Array.from(text.matchAll(/^# TYPE (trickle_\w+)/gm), ([, name = '']) => name);
    const listed = Array.from(page.matchAll(/^\| `(trickle_\w+)` \|/gm), ([, name = '']) => name);
    // This database has no pool, and no locks of other servers.
    const ofPostgres = listed.filter((name) => /^trickle_database_(?:pool|lock)_/.test(name));
    expect(ofPostgres).toHaveLength(5);
    expect([...metrics, ...ofPostgres].sort()).toEqual(listed.sort());
  });

  test('shows a real line of the log', async () => {
    const entries: object[] = [];
    await using server = await createServer({ log: (entry) => entries.push(entry) });
    const { fetch, baseUrl, accountId, apiKey } = server.connection;
    const headers = { authorization: `Basic ${btoa(`${apiKey}:`)}` };
    await fetch(`${baseUrl}/v2/${accountId}/tags`, { headers });
    const [, line = '{}'] = blocksOf('json');
    const camel = (name: string) => name.replaceAll(/_[a-z]/g, (part) => part.slice(1).toUpperCase());
    expect(Object.keys(JSON.parse(line)).map(camel)).toEqual(Object.keys(entries.at(-1) ?? {}));
  });
});
