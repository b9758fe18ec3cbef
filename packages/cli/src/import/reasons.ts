const KINDS = 1000;

/** A reason for rejections, without values from records. */
export interface Reason {
  readonly reason: string;
  readonly count: number;
}

export class Reasons {
  readonly #counts = new Map<string, number>();

  /** Adds the reasons of a record, in the format of the error report. */
  add(reasons: string): void {
    const kinds = reasons.replaceAll(/"(?:[^"\\]|\\.?)*(?:"|$)|'[^']*(?:'|$)/gs, '…').split('; ');
    for (const kind of new Set(kinds)) {
      const count = this.#counts.get(kind);
      if (count !== undefined || this.#counts.size < KINDS) this.#counts.set(kind, (count ?? 0) + 1);
    }
  }

  /** The most frequent ones first. */
  commonest(most = 5): readonly Reason[] {
    const all = Array.from(this.#counts, ([reason, count]) => ({ reason, count }));
    return all.sort((one, other) => other.count - one.count).slice(0, most);
  }
}
