/** Runs the tasks of a lane one at a time, and a limited number of lanes in parallel. */
export class Lanes {
  readonly #limit: number;
  /** The tasks that wait or run, by lane. */
  readonly #lanes = new Map<string, (() => Promise<void>)[]>();
  readonly #idle: string[] = [];
  readonly #onChange = new Set<() => void>();
  #running = 0;
  #size = 0;
  #isStopped = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds a task. It must not reject. */
  add(lane: string, task: () => Promise<void>): void {
    const tasks = this.#lanes.get(lane);
    this.#size += 1;
    if (tasks) tasks.push(task);
    else {
      this.#lanes.set(lane, [task]);
      this.#idle.push(lane);
    }
    this.#runMore();
  }

  get size(): number {
    return this.#size;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Resolves when no more than this many tasks are queued or running; after {@link stop}, when none is running. */
  async until(size: number): Promise<void> {
    while (this.#isStopped ? this.#running > 0 : this.#size > size) {
      await new Promise<void>((resolve) => this.#onChange.add(resolve));
    }
  }

  #runMore(): void {
    while (!this.#isStopped && this.#running < this.#limit) {
      const lane = this.#idle.shift();
      if (lane === undefined) return;
      void this.#run(lane);
    }
  }

  async #run(lane: string): Promise<void> {
    const tasks = this.#lanes.get(lane) ?? [];
    this.#running += 1;
    await tasks[0]?.();
    this.#running -= 1;
    this.#size -= 1;
    tasks.shift();
    if (tasks.length > 0) this.#idle.push(lane);
    else this.#lanes.delete(lane);
    this.#runMore();
    for (const notify of this.#onChange) notify();
    this.#onChange.clear();
  }
}
