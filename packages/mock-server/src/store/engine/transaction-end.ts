/** The work after a transaction. */
export class TransactionEnd {
  #afterCommit: (() => void)[] = [];
  #onRollback: (() => void)[] = [];

  afterCommit(work: () => void): void {
    this.#afterCommit.push(work);
  }

  onRollback(work: () => void): void {
    this.#onRollback.push(work);
  }

  commit(): void {
    this.#onRollback = [];
    for (const work of this.#afterCommit) work();
  }

  /** Does nothing after a commit. */
  rollBack(): void {
    for (const work of this.#onRollback) work();
  }

  /** Begins a nested transaction. Returns what to do if it is rolled back. */
  nest(): () => void {
    const [commits, rollbacks] = [this.#afterCommit.length, this.#onRollback.length];
    return () => {
      this.#afterCommit.length = commits;
      for (const work of this.#onRollback.splice(rollbacks)) work();
    };
  }
}
