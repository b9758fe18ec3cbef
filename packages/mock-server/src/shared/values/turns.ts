/** Runs work with the same key one after another. */
export class Turns {
  readonly #last = new Map<unknown, Promise<unknown>>();

  take<T>(key: unknown, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const turn = before === undefined ? work() : before.then(work, work);
    this.#last.set(key, turn);
    const forget = () => {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    };
    turn.then(forget, forget);
    return turn;
  }
}
