import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fetch } from '@trickle/sdk';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../command.ts';
import { filesIn } from '../copied-account.ts';
import { deviating } from './deviations.ts';
import { ALL, OWN, opened, pair, stateOf } from './pair.ts';

/** Numbers instead of the ids and texts of a subscriber, and in a member that the interface does not describe. */
const NUMBERS = { id: 7_210_448_301, phone: 12_185_550_188, first_name: 90_210, account_number: 493_012_345 };

test('numeric ids and texts of the account stay out of recordings and reports', async () => {
  const numeric = (send: Fetch): Fetch =>
    deviating(send, {
      ...{ name: '', class: 'type', place: '', scenario: '', on: /subscribers.* 2\d\d$/ },
      alter: ({ body }) => {
        const { subscribers = [] } = body as { subscribers?: object[] };
        for (const [i, subscriber] of subscribers.entries()) {
          const numbers = Object.entries(NUMBERS).map(([name, value]) => [name, value + i]);
          Object.assign(subscriber, Object.fromEntries(numbers));
        }
      },
    });
  const [service, sandbox] = await Promise.all([opened(), opened()]);
  const { compare } = await pair({ service: numeric(service.fetch) });
  const folder = await temporaryFolder();
  const only = ['--only', 'subscribers.every-attribute', '--repeat', '1'];
  expect(await compare([...OWN, ...only, '--record', join(folder, 'r')])).toMatchObject({ code: 0 });
  const report = join(folder, 'report.json');
  const { code, stdout } = await compare(['--against', join(folder, 'r'), '--check', '--report', report]);
  expect(code).toBe(8);
  expect(stdout).toContain(
    'type  subscribers[].id\n    service  <subscriber> as a number\n    sandbox  <subscriber>',
  );
  expect(stdout).toContain('type  subscribers[].phone\n    service  <text> as a number');
  const written = (await filesIn(join(folder, 'r')))['subscribers.json'] ?? '';
  const live = await compare([...OWN, ...only, '--check']);
  expect(live.stdout).toContain('missing  subscribers[].account_number');
  for (const number of Object.values(NUMBERS)) {
    expect(written + stdout + live.stdout + (await readFile(report, 'utf8'))).not.toContain(String(number));
  }
  // Two servers that send numbers do not differ.
  const same = await pair({ service: numeric(service.fetch), sandbox: numeric(sandbox.fetch) });
  expect(await same.compare(['--against', join(folder, 'r'), '--check'])).toMatchObject({
    code: 0,
    stdout: '',
  });
});

/** The failures of a server, and their descriptions. */
const FAILURES: readonly [how: string, fails: () => Response, reason: string][] = [
  ['500', () => new Response('{}', { status: 500 }), 'answered events.record with 500'],
  ['503 and HTML', () => new Response('<html>', { status: 503 }), 'answered events.record with 503'],
  [
    'no answer',
    () => {
      throw new TypeError('fetch failed');
    },
    'did not answer events.record',
  ],
  [
    'half an answer',
    () => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) })),
    'did not answer events.record',
  ],
];

/** A server that fails when the first event is recorded, which the client does not retry. */
const failing = (send: Fetch, fails: () => Response): Fetch => {
  let hasFailed = false;
  return async (request) => {
    const isIt = /\/events$/.test(request.url) && request.method === 'POST' && !hasFailed;
    hasFailed ||= isIt;
    return isIt ? fails() : send(request);
  };
};

test.each([
  ...FAILURES.map((failure) => ['service', ...failure] as const),
  ...FAILURES.slice(0, 1).map((failure) => ['sandbox', ...failure] as const),
])('a step for which the %s has %s is undecided, and the run continues', async (side, _, fails, reason) => {
  const server = await opened();
  const [before] = await stateOf(server);
  const { compare } = await pair({ [side]: failing(server.fetch, fails) });
  const { code, stdout, stderr } = await compare([...ALL, '--only', 'events.', '--repeat', '1', '--check']);
  expect(stdout).toBe(`Undecided:\n  events.record  1\n    reason   the ${side} ${reason}\n`);
  expect(stderr).toMatch(/^\d+ scenarios, \d+ operations: 0 differences, 1 undecided step\.\n/);
  expect(code).toBe(3);
  expect((await stateOf(server))[0]).toEqual(before);
});

test.each(FAILURES.slice(0, 1))('a step that has %s is not recorded', async (_, fails, reason) => {
  const service = await opened();
  const { compare } = await pair({ service: failing(service.fetch, fails) });
  const folder = join(await temporaryFolder(), 'recording');
  const record = [...ALL, '--only', 'events.', '--repeat', '1', '--record', folder];
  const { code, stderr } = await compare(record);
  expect(stderr).toContain(
    `Nothing was recorded: step 1 of events.record is undecided, since the service ${reason}. Run the command again.\n`,
  );
  expect(code).toBe(1);
  expect(await readdir(join(folder, '..'))).toEqual([]);
  expect((await compare(record)).code).toBe(0);
});

test('a run ends when the service stops answering, and prints the comparison so far', async () => {
  const service = await opened();
  let count = 0;
  const { compare, requests } = await pair({
    service: (request) => {
      count += 1;
      if (count > 20) throw new TypeError('fetch failed');
      return service.fetch(request);
    },
  });
  const { code, stdout, stderr } = await compare([...OWN, '--repeat', '1', '--json']);
  expect(code).toBe(3);
  expect(stderr).toMatch(/\d+ more scenarios did not run, since a server does not answer\./);
  expect(stderr).toContain('Some steps are undecided.');
  const { scenarios, undecided } = JSON.parse(stdout);
  expect(scenarios.length).toBeGreaterThan(3);
  expect(undecided.length).toBeGreaterThanOrEqual(3);
  expect(requests.length).toBeLessThan(60);
});
