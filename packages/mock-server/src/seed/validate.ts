import { ProblemsError } from '../values/problems-error.ts';
import { schemaProblems } from '../values/schema-problems.ts';
import { missingReferences } from './missing-references.ts';
import { SEED_NOUNS, Seed } from './schema.ts';

/** Thrown for an invalid seed. Each of `problems` says where and what. Nothing was applied. */
export class SeedError extends ProblemsError {
  override readonly name = 'SeedError';

  constructor(problems: readonly string[]) {
    const [first = '', ...more] = problems;
    super(problems, more.length ? `${first} (and ${more.length} more)` : first);
  }
}

/** Validates a seed. Throws a `SeedError` with all wrong, unknown, duplicate and missing members. */
export function validateSeed(seed: unknown): Seed {
  if (typeof seed !== 'object' || seed === null || Array.isArray(seed)) {
    throw new SeedError(['a seed must be an object with "accounts" and "oauth_applications"']);
  }
  const wrong = schemaProblems(Seed, seed);
  if (wrong.length) throw new SeedError(wrong);
  const valid: Seed = seed; // it has no problems
  const problems = [...duplicates(valid), ...missingReferences(valid)];
  if (problems.length) throw new SeedError(problems);
  return valid;
}

/** Lists duplicate ids, addresses and tokens. */
export function duplicates({ accounts = [], oauth_applications = [] }: Seed): string[] {
  const problems: string[] = [];
  const assertNoDuplicates = (where: string, values: readonly (string | undefined)[]) => {
    const seen = new Set<string>();
    const repeated = new Set<string>();
    for (const value of values) {
      if (value === undefined) continue;
      if (seen.has(value)) repeated.add(value);
      seen.add(value);
    }
    for (const value of repeated) problems.push(`${where}: '${value}' is not unique`);
  };
  assertNoDuplicates(
    'accounts: id',
    accounts.map(({ id }) => id),
  );
  assertNoDuplicates(
    'accounts: users: token',
    accounts.flatMap(({ users = [] }) => users.map(({ token }) => token)),
  );
  assertNoDuplicates(
    'oauth_applications: client_id',
    oauth_applications.map(({ client_id }) => client_id),
  );
  accounts.forEach((account, i) => {
    const subscribers = account.subscribers ?? [];
    const assertUnique = (what: string, values: readonly (string | undefined)[]) =>
      assertNoDuplicates(`accounts[${i}].${what}`, values);
    assertUnique(
      'subscribers: email',
      subscribers.map(({ email }) => email.toLowerCase()),
    );
    assertUnique(
      'subscribers: user_id',
      subscribers.map(({ user_id }) => user_id),
    );
    assertUnique(
      'purchases: id',
      (account.purchases ?? []).map(({ id }) => id),
    );
    for (const noun of SEED_NOUNS)
      assertUnique(
        `${noun}: id`,
        (account[noun] ?? []).map(({ id }) => id),
      );
    assertUnique(
      'workflows: triggers: id',
      (account.workflows ?? []).flatMap(({ triggers = [] }) => triggers.map(({ id }) => id)),
    );
    for (const noun of ['campaigns', 'workflows'] as const)
      (account[noun] ?? []).forEach(({ subscribers = [] }, at) => {
        assertUnique(
          `${noun}[${at}].subscribers: email`,
          subscribers.map(({ email }) => email.toLowerCase()),
        );
      });
  });
  return problems;
}
