import '../../src/rate-limits/queue.ts'; // loaded before the clock is stopped
import { createServer, type ServerOptions } from '../../../mock-server/src/index.ts';
import { type Client, type ClientOptions, createClient } from '../../src/index.ts';
import { HandClock } from './hand-clock.ts';

export const HOUR = 3_600_000;

/** The reference server and its clients, with one clock that stops while anything is in progress. */
export async function simulation(limits: ServerOptions['limits'], seed?: ServerOptions['seed']) {
  const clock = new HandClock();
  const server = await createServer({ clock, limits, seed });
  /** Requests and other work in progress, which stop the clock. */
  const underWay = new Set<Promise<unknown>>();
  const during = async <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  };
  let rejected = 0;
  let requests = 0;
  const statuses: number[] = [];
  const send = async (request: Request) => {
    requests += 1;
    // Reorders requests, as a network does.
    for (let left = requests % 3; left > 0; left -= 1) await new Promise(setImmediate);
    const response = await server.fetch(request);
    statuses.push(response.status);
    if (response.status === 429) rejected += 1;
    return response;
  };
  const fetch = (request: Request) => during(send(request));
  const connect = (options: Partial<ClientOptions> = {}): Client =>
    createClient({
      ...server.connection,
      fetch,
      clock,
      limits: { mode: 'wait' },
      ...options,
    } as ClientOptions);

  /**
   * Runs the calls, `workers` at a time. Returns the milliseconds of the simulated clock until all ended, and the number of
   * calls that failed, of responses with 429, and of requests.
   */
  const run = async (workers: number, calls: readonly (() => PromiseLike<unknown>)[]) => {
    const began = clock.now();
    const before = { rejected, requests };
    const queue = [...calls];
    let lost = 0;
    const work = async () => {
      for (let call = queue.shift(); call; call = queue.shift()) {
        const [{ status }] = await Promise.allSettled([call()]);
        if (status === 'rejected') lost += 1;
      }
    };
    const all = Promise.all(Array.from({ length: workers }, work));
    await passTime(clock, all, underWay);
    const took = clock.now() - began;
    return { took, lost, rejected: rejected - before.rejected, requests: requests - before.requests };
  };
  return {
    clock,
    server,
    connect,
    statuses,
    run,
    /** Runs `count` calls of a client, `workers` at a time. */
    lists: (client: Client, count: number, workers: number) =>
      run(
        workers,
        times(count, () => client.tags.list()),
      ),
    /** Stops the clock during other work. */
    during,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** Makes `count` calls. */
export const times = (count: number, call: (index: number) => PromiseLike<unknown>) =>
  Array.from({ length: count }, (_, index) => () => call(index));

/** Moves the clock during `work`: to the time of the next sleeper whenever everything waits for the clock. */
async function passTime(
  clock: HandClock,
  work: Promise<unknown>,
  underWay: ReadonlySet<Promise<unknown>>,
): Promise<void> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  for (let idle = 0; !isOver; ) {
    await new Promise(setImmediate);
    if (underWay.size > 0) {
      await Promise.allSettled(underWay);
      idle = 0;
    } else idle += 1;
    if (idle % 4 === 3 && clock.next()) idle = 0;
    // Much longer than anything that does not count as work, such as a hash, can take.
    if (idle > 100_000) throw new Error('Everything waits, but nothing waits for the clock.');
  }
}
