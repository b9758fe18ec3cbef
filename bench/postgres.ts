/**
 * One and three servers on one PostgreSQL, beside a server with an SQLite file and the least that the promise costs on
 * PostgreSQL: requests per second, and the CPU time per request of the servers and of PostgreSQL, by the number of
 * accounts that are used at once. Requests on one account run one after another, those on several accounts in parallel.
 *
 * It needs PostgreSQL, starts its own, and uses loopback only.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { readSettings, titleOf } from './harness.ts';
import { report, SPREAD } from './report.ts';
import {
  type Case,
  type Comparison,
  compare,
  counted,
  type Operation,
  print,
  type Setup,
} from './server/compare.ts';
import { floorOnPostgres, ours, recordEvent } from './server/contestants.ts';
import { accountIds, startFloorOnPostgres, startOnFile, startOnPostgres } from './server/fleet.ts';

const settings = readSettings({ rounds: 2, slices: 6, requests: 400, warmup: 3000, connections: 16 });
const { connections } = settings;

const operations: readonly Operation[] = ['read', 'create'];
const cases: readonly Case[] = [1, accountIds.length].map((accounts) => ({ connections, accounts }));
const floor: Setup = { ...floorOnPostgres(''), open: startFloorOnPostgres };
const one: Setup = { ...ours, name: 'PostgreSQL, 1 server', open: () => startOnPostgres(1) };
const three: Setup = { ...ours, name: 'PostgreSQL, 3 servers', open: () => startOnPostgres(3) };
const file: Setup = { ...ours, name: 'SQLite file, 1 server', open: startOnFile };
const compared = await compare([floor, one, three, file], operations, cases, settings);
const deliveries = await compareDeliveries();

console.log(titleOf('postgres', settings));
console.log(`${connections} connections; ${availableParallelism()} cores, which the client, the servers and PostgreSQL \
share. PostgreSQL does not wait for its disk (\`fsync\` is off). CPU µs are per request, background work included; the ratio is
that of both to the floor program, and for deliveries to one server.
${SPREAD}
`);
for (const operation of operations) {
  printAll(`${operation === 'read' ? 'Reading' : 'Creating'} a subscriber`, operation, compared, floor);
}
printAll('An event and its webhook delivery', 'create', deliveries, one);

/** Lets one and three servers record events and deliver them to a webhook, in batches of each account. */
async function compareDeliveries(): Promise<Comparison> {
  const receiver = fork(join(import.meta.dirname, 'storage/receiver.ts'), { execArgv: [] });
  const [port] = await once(receiver, 'message');
  const setupOf = ({ name }: Setup, count: number): Setup => ({
    ...{ name, read: ours.read, create: recordEvent },
    open: () => startOnPostgres(count, `http://127.0.0.1:${port}/`),
  });
  try {
    return await compare([setupOf(one, 1), setupOf(three, 3)], ['create'], cases, settings);
  } finally {
    receiver.disconnect();
  }
}

function printAll(title: string, operation: Operation, comparison: Comparison, base: Setup): void {
  const figures = { cpu: 'CPU µs of the servers', databaseCpu: 'of PostgreSQL' };
  const nameOf = ({ accounts }: Case) => counted(accounts, 'account');
  print(`${title}, by accounts in use`, operation, comparison, { cases, nameOf, figures, base });
  for (const place of cases) {
    report({
      name: `three servers on PostgreSQL: ${title}, ${nameOf(place)}`,
      unit: 'CPU µs',
      ours: comparison.figureOf(three, operation, place, 'whole'),
      floor: comparison.rivalOf(three, one, operation, place),
      goal: { floor: 1.1 },
    });
  }
}
