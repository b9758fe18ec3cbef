import { field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import type { Server } from '../control/server-control.ts';
import { operation } from '../operation.ts';
import { account } from './fields.ts';

const Choice = schema(() => z.strictObject(account()));

const Speed = schema(() =>
  z.strictObject({
    ...account(),
    /** Speed relative to real time; 0 stops the clock. */
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
    summary: "Get the time of the server or of an account's clock",
    answers: '`now`, ISO 8601 with milliseconds, the `speed` relative to real time, and `is_frozen`.',
    input: Choice,
    run(server, { account_id: accountId }, inspector) {
      const { speed } = inspector.server.runtime.worlds.clockOf(accountId);
      return { ...shown(server, accountId), speed, isFrozen: speed === 0 };
    },
  }),
  operation('clock.advance', 'POST /_admin/clock/advance', {
    summary: 'Advance the clock and run every job that comes due',
    answers: '`from`, `to`, the number of `jobs` that ran, and the resulting `events`, oldest first.',
    input: Advance,
    run: (server, { account_id: accountId, ...duration }) => server.advance(duration, { accountId }),
  }),
  operation('clock.freeze', 'POST /_admin/clock/freeze', {
    summary: 'Stop the clock',
    answers: '`now`.',
    input: Choice,
    run: (server, { account_id: accountId }) =>
      shownAfter(server.time.freeze({ accountId }), server, accountId),
  }),
  operation('clock.resume', 'POST /_admin/clock/resume', {
    summary: 'Restart the clock at its previous speed',
    answers: '`now`.',
    input: Choice,
    run: (server, { account_id: accountId }) =>
      shownAfter(server.time.resume({ accountId }), server, accountId),
  }),
  operation('clock.setSpeed', 'POST /_admin/clock/speed', {
    summary: 'Set the speed of the clock',
    answers: '`now`.',
    input: Speed,
    run: (server, { account_id: accountId, speed }) =>
      shownAfter(server.time.setSpeed(speed, { accountId }), server, accountId),
  }),
  operation('server.settle', 'POST /_admin/settle', {
    summary: 'Run all due background jobs',
    answers: '`jobs`: the number of jobs that ran.',
    input: Choice,
    run: async (server, { account_id: accountId }) => ({ jobs: await server.settle({ accountId }) }),
  }),
  operation('server.reset', 'POST /_admin/reset', {
    summary: 'Delete all data, faults and requests, and apply the seed again',
    answers: 'No content.',
    status: 204,
    run: (server) => server.reset(),
  }),
];
