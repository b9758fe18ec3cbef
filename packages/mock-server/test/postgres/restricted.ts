import { ACCOUNT_TABLES, MEMORY_TABLES } from '../../src/store/engine/schema.ts';

/** The statements on tables of accounts that are not restricted to one account, and why. */
const EXCEPTIONS: readonly (readonly [statement: RegExp, reason: string])[] = [
  [/^(select \*|delete) from \w+( where true)?$/, 'the state of a whole server, and a reset'],
  [
    /^select .* from clocks where true order by account_id$/,
    'each server keeps the clocks of all accounts in memory',
  ],
  [
    /^select .* from fault_rules where true order by seq$/,
    'each server keeps the fault rules of all accounts in memory',
  ],
  [/^select seq, .* from request_entries where true order by seq$/, 'the requests to all accounts'],
  [
    /^select seq, .* from request_entries where id = \? limit 1$/,
    'the id of a request does not name its account',
  ],
  [/^select seq, account_id, at, name from checkpoints where true order by seq$/, 'the list of checkpoints'],
  [/^select account_id from forms where id = \?/, 'the address of a form does not name its account'],
  [/^with recursive found \(clock_id, now, account\)/, 'the queue: which accounts have due jobs'],
  [/^with recursive found \(clock_id, now, queue\)/, 'the queue: which queues have due jobs'],
  [/ from jobs where clock_id = \? and queue = \?/, 'the queue: the due jobs of a queue'],
  [/^update jobs set claimed_by = \? where seq in /, 'the queue: claims of jobs'],
  [/^select run_at from jobs where clock_id = \?/, 'the queue: when the next job of a clock is due'],
  [
    /^select key as clock_id, .* from jobs where clock_id = key/,
    'the queue: when the next job of each clock is due',
  ],
  [/^select kind, count\(\*\) as count, .* from jobs where clock_id = \?/, 'metrics: the due jobs by kind'],
  [/^update jobs set claimed_by = null where claimed_by is not null/, 'the claims of ended servers'],
  [/^select max\(seq\) as seq from domain_events$/, 'where the stream of events of all accounts begins'],
  [/ from domain_events where seq > \? and true order by seq/, 'the stream of events of all accounts'],
  [/^select a\.id from tokens t join memberships/, 'the accounts that a key opens'],
  [/ from memberships .*\buser_id = (\?|users\.id)/, 'the accounts of a user'],
  [/ where (id|user_id) not in \(select user_id from memberships\)$/, 'users without an account'],
];

const names = new RegExp(
  `\\b(?:from|join|into|update) (?:${[...ACCOUNT_TABLES, ...MEMORY_TABLES].join('|')})\\b`,
);
/** A comparison with the account of another row, which is restricted or not. */
const correlations = /\b\w+\.account_id = (?!accounts\.)\w+\.account_id/g;
const restriction = /\baccount_id = (?:\?|accounts\.id)|^insert into \w+ \([\w\s,]*\baccount_id\b/;

const accepted = new Set<string>();

/** Throws for a statement on tables of accounts that is neither restricted to one account nor an exception. */
export function assertRestricted(sql: string): void {
  if (accepted.has(sql)) return;
  const text = sql.replaceAll(/\s+/g, ' ').trim();
  const isRestricted = !names.test(text) || restriction.test(text.replaceAll(correlations, ''));
  if (!isRestricted && !EXCEPTIONS.some(([statement]) => statement.test(text))) {
    throw new Error(`The statement is not restricted to one account: ${text}`);
  }
  accepted.add(sql);
}
