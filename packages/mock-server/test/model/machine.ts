import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestServer } from '../harness.ts';

/** A subscriber of a model. The id is assigned by the server and unknown before. */
export interface Known {
  id?: string | undefined;
}

/** An event that a model expects. */
interface ExpectedEvent {
  readonly who: Known;
  readonly event: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The common part of all models: the events expected since the last step. */
export abstract class Model {
  #expected: ExpectedEvent[] = [];
  #heard = 0;
  /** The number of steps taken with this model. */
  steps = 0;

  expectEvent(who: Known, event: string, properties: ExpectedEvent['properties'] = {}): void {
    this.#expected.push({ who, event: `subscriber.${event}`, properties });
  }

  /** Compares all readable data with the model. */
  abstract verify(server: TestServer): Promise<void>;

  /** Exactly the expected events have occurred since the last step, in any order. */
  async verifyEvents(server: TestServer): Promise<void> {
    const events = (await server.events()).slice(this.#heard);
    this.#heard += events.length;
    const sorted = (lines: readonly unknown[]) => lines.map((line) => JSON.stringify(line)).sort();
    const inOrder = (properties: object) => Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));
    expect(sorted(events.map((one) => [one.event, one.subscriberId, inOrder(one.properties)]))).toEqual(
      sorted(this.#expected.map((one) => [one.event, one.who.id, inOrder(one.properties)])),
    );
    this.#expected = [];
  }
}

/** A random request that `act` applies to the server and the model. Failures print its name and input. */
export function command<M extends Model, Input>(
  name: string,
  input: fc.Arbitrary<Input>,
  act: (input: Input, model: M, server: TestServer) => Promise<void>,
): fc.Arbitrary<fc.AsyncCommand<M, TestServer>> {
  return input.map((drawn) => ({
    check: () => true,
    async run(model, server) {
      await act(drawn, model, server);
      await model.verify(server);
      await model.verifyEvents(server);
      model.steps++;
    },
    toString: () => `${name} ${JSON.stringify(drawn)}`,
  }));
}

/** Compares a fresh server with a model after random sequences of commands. Returns the number of commands. */
export async function expectAgreement<M extends Model>(
  commands: readonly fc.Arbitrary<fc.AsyncCommand<M, TestServer>>[],
  start: () => Promise<{ model: M; server: TestServer }>,
): Promise<number> {
  let steps = 0;
  await fc.assert(
    fc.asyncProperty(fc.commands([...commands], { maxCommands: 80, size: 'max' }), async (sequence) => {
      const { model, server } = await start();
      await using _ = server;
      await fc.asyncModelRun(() => ({ model, real: server }), sequence);
      steps += model.steps;
    }),
    { numRuns: 40 },
  );
  return steps;
}

/** Chooses a random subset of the members. */
export const some = <T extends object>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(members, { requiredKeys: [] });
