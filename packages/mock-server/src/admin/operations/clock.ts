import { field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import type { Server } from '../../control/server-control.ts';
import { operation } from '../operation.ts';
import { account } from './fields.ts';

const Choice = schema(() => z.strictObject(account()));

const Speed = schema(() =>
  z.strictObject({
    ...account(),
    /** How many times as fast as real time; 0 stands still. */
    speed: z.number().check(z.gte(0)),
  }),
);

const Advance = schema(() => {
  const count = () => f.optional(z.number().check(z.gte(0)));
  return z.strictObject({
    ...account(),
    days: count(),
    hours: count(),
    minutes: count(),
    seconds: count(),
    milliseconds: count(),
  });
});

const shown = (server: Server, accountId?: string) => ({ now: server.time.now({ accountId }) });

async function shownAfter(change: Promise<void>, server: Server, accountId?: string) {
  await change;
  return shown(server, accountId);
}

export const clock = [
  operation('clock.get', 'GET /_admin/clock', {
    summary: 'Tells what time it is by the server, or by the clock of an account',
    answers: '`now`, ISO 8601 with milliseconds.',
    input: Choice,
    run: (server, { account_id }) => shown(server, account_id),
  }),
  operation('clock.advance', 'POST /_admin/clock/advance', {
    summary: 'Moves the clock on and does every job that falls due on the way, in the order of time',
    answers: '`from`, `to`, the number of `jobs` done, and the `events` that happened, in order.',
    input: Advance,
    run: (server, { account_id: accountId, ...duration }) => server.advance(duration, { accountId }),
  }),
  operation('clock.freeze', 'POST /_admin/clock/freeze', {
    summary: 'Lets time stand still until it is moved',
    answers: '`now`.',
    input: Choice,
    run: (server, { account_id: accountId }) =>
      shownAfter(server.time.freeze({ accountId }), server, accountId),
  }),
  operation('clock.resume', 'POST /_admin/clock/resume', {
    summary: 'Lets time go on at the speed that it had',
    answers: '`now`.',
    input: Choice,
    run: (server, { account_id: accountId }) =>
      shownAfter(server.time.resume({ accountId }), server, accountId),
  }),
  operation('clock.setSpeed', 'POST /_admin/clock/speed', {
    summary: 'Lets time go by faster or slower than real time',
    answers: '`now`.',
    input: Speed,
    run: (server, { account_id: accountId, speed }) =>
      shownAfter(server.time.setSpeed(speed, { accountId }), server, accountId),
  }),
  operation('server.settle', 'POST /_admin/settle', {
    summary: 'Does all background work that is due, and answers when it is done',
    answers: 'How many `jobs` were done.',
    input: Choice,
    run: async (server, { account_id: accountId }) => ({ jobs: await server.settle({ accountId }) }),
  }),
  operation('server.reset', 'POST /_admin/reset', {
    summary: 'Forgets everything, faults and requests included, and plants the seed again',
    answers: 'Nothing.',
    status: 204,
    run: (server) => server.reset(),
  }),
];
