// @thorough: servers that are started, killed and started again
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from '@trickle/mock-server';
import { expect, test } from 'vitest';
import { TOKENS } from './boat-shop.ts';
import { Dice } from './fuzz/dice.ts';
import { mailingAccount } from './mailing-account.ts';
import { bin } from './server-process.ts';
import { TemporaryFolder } from './temporary-folder.ts';
import { Receiver, type Responder, status } from './webhook-receiver.ts';

const ROUNDS = 5;
/** Long enough for a receiver in this process to read a request while the machine is busy. */
const TIMEOUT = 250;
const SUBSCRIBERS = ['ann', 'bob', 'cyd', 'dan', 'eve'];

/** Responds at random, and sometimes not at all. */
function moody(seed: number): Responder {
  const dice = new Dice(seed);
  const moods: Responder[] = [
    status(200),
    status(204),
    status(429),
    status(500),
    status(503),
    status(302, { location: 'http://127.0.0.1:1/' }),
    (response) => void response.destroy(),
    () => undefined,
    (response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('half', () => response.destroy());
    },
  ];
  return (...args) => dice.pick(moods)(...args);
}

/** Responds with 500, and calls `done` after a number of requests. */
function failingUntil(posts: number, done: () => void): Responder {
  let left = posts;
  return (...args) => {
    left -= 1;
    if (left === 0) done();
    return status(500)(...args);
  };
}

interface Process {
  readonly child: ChildProcess;
  readonly url: string;
}

async function startProcess(db: string, seed: string): Promise<Process> {
  const args = [bin, '--port', '0', '--json', '--db', db, '--seed', seed, '--limits', 'off'];
  const child = spawn(process.execPath, [...args, '--frozen', '--webhook-timeout', String(TIMEOUT)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return { child, url: JSON.parse(line).url };
}

/** Posts as the owner of the account. Returns whether the request was accepted. */
async function post({ url }: Process, path: string, body: object): Promise<boolean> {
  try {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${TOKENS.owner}:`)}` },
      body: JSON.stringify(body),
    });
    return response.ok;
  } catch (error) {
    if (error instanceof TypeError) return false; // the process was killed meanwhile
    throw error;
  }
}

/** Records an event with its number. */
const record = (server: Process, subscriber: string, number: number) =>
  post(server, '/v2/9999999/events', {
    events: [{ email: `${subscriber}@acme.test`, action: 'Counted', properties: { number } }],
  });

/** Advances the clock of a process that may be killed before it responds. */
const advance = (server: Process, hours: number) => post(server, '/_admin/clock/advance', { hours });

/** The numbers that a receiver has seen of each subscriber, in order of their first attempts. */
function firstSeen(receiver: Receiver): Map<string, number[]> {
  const seen = new Map<string, number[]>();
  for (const { event, data } of receiver.came) {
    if (event !== 'subscriber.performed_custom_event') continue;
    const numbers = seen.get(data.subscriber.id) ?? [];
    const number = Number(data.properties?.number);
    if (!numbers.includes(number)) numbers.push(number);
    seen.set(data.subscriber.id, numbers);
  }
  return seen;
}

/** The numbers whose first attempt was not answered. */
async function brokenOff(server: Server, webhookId: string, subscriberId: string): Promise<Set<number>> {
  const deliveries = await server.webhooks.deliveries({ webhookId, subscriberId });
  const lost = deliveries.filter(({ attempts }) => attempts[0]?.error !== undefined);
  return new Set(lost.map(({ body }) => Number(JSON.parse(body).data.properties?.number)));
}

// U-22, U-85
test('every event reaches every enabled webhook although receivers fail and the server is killed', async () => {
  using folder = new TemporaryFolder();
  await using steady = await Receiver.start();
  await using first = await Receiver.start(moody(1));
  await using second = await Receiver.start(moody(2));
  await using limiting = await Receiver.start(status(429));
  await using broken = await Receiver.start(status(500));
  await using hanging = await Receiver.start(() => undefined);
  const receivers = { steady, first, second, limiting, broken, hanging };
  const seed = folder.file('seed.json');
  const webhooks = Object.entries(receivers).map(([id, { url: post_url }]) => ({
    id,
    post_url,
    // Every attempt at the receiver that hangs takes real time, so it gets few events.
    events: [`subscriber.${id === 'hanging' ? 'applied_tag' : 'performed_custom_event'}` as const],
  }));
  const subscribers = SUBSCRIBERS.map((id) => ({ id, email: `${id}@acme.test` }));
  writeFileSync(seed, JSON.stringify(mailingAccount({ subscribers, webhooks })));
  const db = folder.file('torture.db');
  const accepted = new Map(SUBSCRIBERS.map((subscriber) => [subscriber, [] as number[]]));
  const dice = new Dice(42);
  let number = 0;

  for (let round = 0; round < ROUNDS; round++) {
    const server = await startProcess(db, seed);
    const exit = once(server.child, 'exit');
    for (const subscriber of SUBSCRIBERS) {
      for (let i = 0; i < 2; i++) {
        const mine = ++number;
        if (await record(server, subscriber, mine)) accepted.get(subscriber)?.push(mine);
      }
    }
    const tags = [{ email: 'ann@acme.test', tag: `round ${round}` }];
    if (round < 3) await post(server, '/v2/9999999/tags', { tags });
    const moved = advance(server, 6);
    // Killed during the retries or after them, however slow the machine is.
    const kill = () => void server.child.kill('SIGKILL');
    broken.answer = failingUntil(1 + dice.below(20), kill);
    await Promise.all([exit, moved.then(kill)]);
  }

  for (const receiver of [first, second, limiting]) receiver.answer = status(200);
  await using server = await createServer({ db, webhooks: { timeout: TIMEOUT } });
  await server.advance({ days: 4 });
  const pending = await server.webhooks.deliveries({ state: 'pending' });
  expect(pending).toEqual([]);
  for (const [id, receiver] of Object.entries(receivers)) {
    const { status: state } = await server.webhooks.get(id);
    const isHopeless = id === 'broken' || id === 'hanging';
    expect([id, state]).toEqual([id, isHopeless ? 'disabled' : 'active']);
    for (const [subscriber, numbers] of firstSeen(receiver)) {
      // An interrupted first attempt may not have arrived.
      const unseen = await brokenOff(server, id, subscriber);
      const inOrder = numbers.filter((number) => !unseen.has(number));
      expect([id, inOrder]).toEqual([id, [...inOrder].sort((a, b) => a - b)]);
      if (!isHopeless) expect(numbers).toEqual(expect.arrayContaining(accepted.get(subscriber) ?? []));
    }
    if (!isHopeless) expect(firstSeen(receiver).size).toBe(SUBSCRIBERS.length);
  }
  expect((await server.notices()).map(({ details }) => details.webhook_id).sort()).toEqual([
    'broken',
    'hanging',
  ]);
  const total = [...accepted.values()].flat().length;
  expect(total).toBeGreaterThan(ROUNDS * SUBSCRIBERS.length);
});
