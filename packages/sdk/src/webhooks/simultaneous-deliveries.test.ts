import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodyOf, handling, requestOf, waiting } from '../../test/webhook-handling.ts';
import type { DedupeStore } from './index.ts';

describe('at the same time', () => {
  test('deliveries of one notification are handled once, and answered after its success', async () => {
    const { listener, called, end } = waiting();
    const { handler } = handling({ on: { '*': listener } });
    const answers = Array.from({ length: 20 }, () => handler(requestOf(bodyOf('subscriber.created'))));
    const first = Promise.any(answers).then(() => 'answered');
    expect(await Promise.race([first, called.then(() => 'called')])).toBe('called');
    end();
    const bodies = await Promise.all(answers.map(async (answer) => (await answer).json()));
    expect(bodies.filter(({ status }) => status === 'handled')).toHaveLength(1);
    expect(bodies.filter(({ status }) => status === 'duplicate')).toHaveLength(19);
    expect(listener).toHaveBeenCalledOnce();
  });

  test.each([
    ['notifications', ['1', '2', '3', '4'], {}],
    ['deliveries, without a store,', ['1', '1', '1', '1'], { dedupe: false }],
  ] as const)('more %s than `concurrency` are answered with a retry', async (_, ids, options) => {
    const { listener, called, end } = waiting(3);
    const { handler } = handling({ concurrency: 3, on: { '*': listener }, ...options });
    const send = (id: string) => handler(requestOf(bodyOf('subscriber.created', {}, id)));
    const first = ids.slice(0, 3).map(send);
    await called;
    expect((await send(ids[3])).status).toBe(429);
    end();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await send(ids[3])).status).toBe(200);
  });

  test('every notification is handled successfully exactly once, however often it arrives and whatever fails', async () => {
    const deliveries = fc.array(fc.record({ id: fc.nat(5).map(String), fails: fc.boolean() }), {
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), deliveries, async (scheduler, list) => {
        const plan = new Map<string, boolean[]>();
        for (const { id, fails } of list) plan.set(id, [...(plan.get(id) ?? []), fails]);
        const done = new Map<string, number>();
        const { handler } = handling({
          on: {
            'subscriber.created': async ({ data: { subscriber } }) => {
              await scheduler.schedule(Promise.resolve());
              if (plan.get(subscriber.id)?.shift()) throw new Error('planned');
              done.set(subscriber.id, (done.get(subscriber.id) ?? 0) + 1);
            },
          },
        });
        const send = async (id: string) =>
          (await handler(requestOf(bodyOf('subscriber.created', {}, id)))).status;
        const all = Promise.all(
          list.map(async ({ id }) => {
            // As the service does: until it is accepted.
            while ((await send(id)) !== 200);
          }),
        );
        await scheduler.waitFor(all);
        for (const id of plan.keys()) expect(done.get(id)).toBe(1);
      }),
      { numRuns: 25 },
    );
  });

  test('processes that share a store handle every notification successfully exactly once', async () => {
    const ids = fc.array(fc.nat(3).map(String), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        ids,
        fc.infiniteStream(fc.boolean()),
        async (scheduler, list, failures) => {
          const step = () => scheduler.schedule(Promise.resolve());
          const keys = new Map<string, 'busy' | 'done'>();
          const store: DedupeStore = {
            async claim(key) {
              await step();
              const held = keys.get(key);
              if (held !== undefined) return held === 'busy' ? 'busy' : false;
              keys.set(key, 'busy');
              await step();
              return true;
            },
            async complete(key) {
              await step();
              keys.set(key, 'done');
            },
            async release(key) {
              await step();
              keys.delete(key);
            },
          };
          const done: string[] = [];
          let left = 10;
          const process = () =>
            handling({
              dedupe: store,
              on: {
                'subscriber.created': async ({ data }) => {
                  await step();
                  if (left-- > 0 && failures.next().value) throw new Error('planned');
                  done.push(data.subscriber.id);
                },
              },
            }).handler;
          const processes = [process(), process(), process()];
          const deliver = async (id: string, index: number) => {
            for (let attempt = index; ; attempt++) {
              const handler = processes[attempt % processes.length];
              const response = await handler?.(requestOf(bodyOf('subscriber.created', {}, id)));
              if (response?.status === 200) return;
              await step();
            }
          };
          await scheduler.waitFor(Promise.all(list.map(deliver)));
          expect(done.toSorted()).toEqual([...new Set(list)].toSorted());
        },
      ),
      { numRuns: 25 },
    );
  });
});
