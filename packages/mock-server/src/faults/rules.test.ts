import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FaultError, type FaultInput, validateFault } from './rule.ts';
import { FaultRulesInMemory } from './rules-in-memory.ts';

const problemsOf = (fault: unknown): readonly string[] => {
  try {
    validateFault(fault);
    return [];
  } catch (error) {
    if (error instanceof FaultError) return error.problems;
    throw error;
  }
};

describe('fault rules', () => {
  it.each<[unknown, string]>([
    [{ statsu: 500 }, 'unknown member statsu, did you mean status?'],
    [
      { status: 500, operation: 'subscriber.upsert' },
      'operation is badly formatted, did you mean subscribers.upsert?',
    ],
    [{ status: 700 }, 'status is out of range: it must be at least 200 and at most 599'],
    [{ status: 500, probability: 2 }, 'probability is out of range: it must be at least 0 and at most 1'],
    [{ status: 500, method: 'get' }, 'method must be one of GET, POST, PUT, DELETE, did you mean GET?'],
    [
      { on: 'webhook', status: 500, event: 'subscriber.create' },
      'event is badly formatted, did you mean subscriber.created?',
    ],
    [
      { status: 500, operation: 'events' },
      'operation is badly formatted; near are events.record, events.recordBatch',
    ],
    [
      { status: 500, operation: 'tags.add_it' },
      'operation is badly formatted; near are tags.list, tags.apply, tags.remove',
    ],
    [
      { on: 'webhook', status: 500, event: 'tag' },
      'event is badly formatted; near are subscriber.applied_tag, subscriber.removed_tag',
    ],
    [{ status: 500, operation: 'zzz' }, 'operation is badly formatted'],
    ['drop', 'it must be a JSON object'],
    [
      {},
      'a fault on request needs one of latency, status, errors, headers, answer, done, drop, truncate, pace, conflict',
    ],
    [{ on: 'email', status: 500 }, "status does not go with on: 'email'"],
    [{ on: 'webhook', status: 500, path: '/x' }, "path does not go with on: 'webhook'"],
    [{ status: 500, drop: 'after' }, 'status and drop cannot be combined'],
    [{ latency: 5, done: true }, 'done needs status'],
    [{ status: 500, seed: 3 }, 'seed needs probability'],
    [{ status: 200 }, 'status 200 needs answer'],
    [{ status: 500, errors: [{ code: 'email_error', attribute: 'email' }] }, 'errors needs status 422'],
    [{ on: 'record', errors: [{ code: 'email_error', attribute: 'email' }] }, 'errors needs refuse'],
  ])('an invalid fault is rejected: %j', (fault, problem) => {
    expect(problemsOf(fault)).toContain(problem);
  });

  it('a fault with a duplicate id is rejected', () => {
    const book = new FaultRulesInMemory();
    book.add({ id: 'mine', status: 500 });
    expect(() => book.add({ id: 'mine', status: 503 })).toThrow("id 'mine' is taken");
    expect(book.list()).toEqual([{ id: 'mine', on: 'request', status: 500, seen: 0, fired: 0 }]);
  });

  it('a fault matches only what it names', () => {
    const book = new FaultRulesInMemory();
    book.add({ status: 500, operation: 'tags.apply', account: '1', body: { tag: 'vip' } });
    const target = {
      account: '1',
      operation: 'tags.apply',
      body: { tags: [{ email: 'a@b.co', tag: 'vip' }] },
    };
    expect(book.next('request', { ...target, account: '2' })).toBeUndefined();
    expect(book.next('request', { ...target, operation: 'tags.list' })).toBeUndefined();
    expect(book.next('request', { ...target, body: { tags: [{ tag: 'other' }] } })).toBeUndefined();
    expect(book.next('webhook', target)).toBeUndefined();
    expect(book.next('request', target)).toMatchObject({ status: 500, seen: 1, fired: 1 });
  });

  it('a fault skips `after` matches and then takes effect `times` times', () => {
    fc.assert(
      fc.property(fc.nat(8), fc.integer({ min: 1, max: 8 }), fc.nat(30), (after, times, calls) => {
        const book = new FaultRulesInMemory();
        book.add({ status: 500, after, times });
        const met = Array.from({ length: calls }, () => book.next('request', {}) !== undefined);
        expect(met).toEqual(Array.from({ length: calls }, (_, i) => i >= after && i < after + times));
      }),
    );
  });

  it('the next fault applies once the first one is used up', () => {
    const book = new FaultRulesInMemory();
    book.add({ status: 500, times: 1 });
    book.add({ status: 503 });
    const statuses = [1, 2, 3].map(() => book.next('request', {})?.status);
    expect(statuses).toEqual([500, 503, 503]);
  });

  it('a fault with a probability is repeatable, close to its rate, and different with another seed', () => {
    const run = (fault: FaultInput) => {
      const book = new FaultRulesInMemory();
      book.add(fault);
      return Array.from({ length: 2000 }, () => (book.next('request', {}) ? 1 : 0));
    };
    const one = run({ status: 500, probability: 0.3 });
    expect(run({ status: 500, probability: 0.3 })).toEqual(one);
    expect(run({ status: 500, probability: 0.3, seed: 2 })).not.toEqual(one);
    expect(one.reduce<number>((sum, hit) => sum + hit, 0) / 2000).toBeCloseTo(0.3, 1);
    expect(run({ status: 500, probability: 0 })).not.toContain(1);
  });

  it('a restored fault continues with its counts and its random sequence', () => {
    const draw = (book: FaultRulesInMemory, count: number) =>
      Array.from({ length: count }, () => book.next('request', {}) !== undefined);
    const book = new FaultRulesInMemory();
    book.add({ status: 500, probability: 0.5, after: 3, times: 40 });
    draw(book, 20);
    const other = new FaultRulesInMemory();
    other.restore(book.list());
    expect(draw(other, 100)).toEqual(draw(book, 100));
    expect(other.list()).toEqual(book.list());
  });
});
