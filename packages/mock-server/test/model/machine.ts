import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestServer } from '../harness.ts';

/** Someone of a model; the id is the server's, and known once the server has told it. */
export interface Known {
  id?: string | undefined;
}

/** What a model says that webhooks are told. */
interface Told {
  readonly who: Known;
  readonly event: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** What every model keeps: the events that ought to have happened since the last step. */
export abstract class Model {
  #told: Told[] = [];
  #heard = 0;
  /** Steps that were taken with this model. */
  steps = 0;

  tell(who: Known, event: string, properties: Told['properties'] = {}): void {
    this.#told.push({ who, event: `subscriber.${event}`, properties });
  }

  /** Compares everything that can be read with what it ought to be. */
  abstract verify(server: TestServer): Promise<void>;

  /** Since the last step, exactly what was to be told was told. The order within a step is the server's. */
  async verifyEvents(server: TestServer): Promise<void> {
    const events = (await server.events()).slice(this.#heard);
    this.#heard += events.length;
    const sorted = (lines: readonly unknown[]) => lines.map((line) => JSON.stringify(line)).sort();
    const inOrder = (properties: object) => Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));
    expect(sorted(events.map((one) => [one.event, one.subscriberId, inOrder(one.properties)]))).toEqual(
      sorted(this.#told.map((one) => [one.event, one.who.id, inOrder(one.properties)])),
    );
    this.#told = [];
  }
}

/** A request, drawn by chance; `act` makes it of the server and of the model. Failures print its name and input. */
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

/** Holds a server where nothing happened yet against a model through any sequence of commands; tells how many. */
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
    { numRuns: 60 },
  );
  return steps;
}

/** Chooses some of the members, so that any may be left out. */
export const some = <T extends object>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(members, { requiredKeys: [] });
