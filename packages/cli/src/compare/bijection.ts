/** Pairs the ids and texts of two servers. Each value has exactly one counterpart. */
export class Bijection {
  readonly #pairs = new Map<string, string>();
  readonly #reversed = new Map<string, string>();

  /** Contradictory pairs, each reported once. */
  readonly #contradictions = new Set<string>();

  /** Pairs two values of a kind. Returns false the first time a pair contradicts an earlier one. */
  pair(kind: string, service: string, sandbox: string): boolean {
    const [left, right] = [`${kind} ${service}`, `${kind} ${sandbox}`];
    const [partner, other] = [this.#pairs.get(left), this.#reversed.get(right)];
    if (partner === undefined && other === undefined) {
      this.#pairs.set(left, right);
      this.#reversed.set(right, left);
      return true;
    }
    const pair = JSON.stringify([left, right]);
    if ((partner === right && other === left) || this.#contradictions.has(pair)) return true;
    this.#contradictions.add(pair);
    return false;
  }

  /** The sandbox's counterpart of a value of the service, if known. */
  partnerOf(kind: string, service: string): string | undefined {
    return this.#pairs.get(`${kind} ${service}`)?.slice(kind.length + 1);
  }

  copy(): Bijection {
    const copy = new Bijection();
    for (const [left, right] of this.#pairs) copy.#pairs.set(left, right);
    for (const [right, left] of this.#reversed) copy.#reversed.set(right, left);
    return copy;
  }
}
