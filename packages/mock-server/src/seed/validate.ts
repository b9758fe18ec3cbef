import { ProblemsError } from '../values/problems-error.ts';
import { schemaProblems } from '../values/schema-problems.ts';
import { missingReferences } from './missing-references.ts';
import { SEED_NOUNS, Seed } from './schema.ts';

/** Thrown for a seed that cannot be used; each of `problems` says where and what. Nothing was planted. */
export class SeedError extends ProblemsError {
  override readonly name = 'SeedError';

  constructor(problems: readonly string[]) {
    const [first = '', ...more] = problems;
    super(problems, more.length ? `${first} (and ${more.length} more)` : first);
  }
}

/** Refuses a seed with wrong, unknown or doubled members. */
export function validateSeed(seed: unknown): Seed {
  if (typeof seed !== 'object' || seed === null || Array.isArray(seed)) {
    throw new SeedError(['a seed is an object with "accounts" and "oauth_applications"']);
  }
  const wrong = schemaProblems(Seed, seed);
  if (wrong.length) throw new SeedError(wrong);
  const sound: Seed = seed; // it has no problems
  const problems = [...duplicates(sound), ...missingReferences(sound)];
  if (problems.length) throw new SeedError(problems);
  return sound;
}

/** Ids, addresses and tokens that would name two things at once. */
export function duplicates({ accounts = [], oauth_applications = [] }: Seed): string[] {
  const problems: string[] = [];
  const assertNoDuplicates = (where: string, values: readonly (string | undefined)[]) => {
    const seen = new Set<string>();
    const doubled = new Set<string>();
    for (const value of values) {
      if (value === undefined) continue;
      if (seen.has(value)) doubled.add(value);
      seen.add(value);
    }
    for (const value of doubled) problems.push(`${where}: '${value}' is there more than once`);
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
    const assertValid = (what: string, values: readonly (string | undefined)[]) =>
      assertNoDuplicates(`accounts[${i}].${what}`, values);
    assertValid(
      'subscribers: email',
      subscribers.map(({ email }) => email.toLowerCase()),
    );
    assertValid(
      'subscribers: user_id',
      subscribers.map(({ user_id }) => user_id),
    );
    assertValid(
      'purchases: id',
      (account.purchases ?? []).map(({ id }) => id),
    );
    for (const noun of SEED_NOUNS)
      assertValid(
        `${noun}: id`,
        (account[noun] ?? []).map(({ id }) => id),
      );
    assertValid(
      'workflows: triggers: id',
      (account.workflows ?? []).flatMap(({ triggers = [] }) => triggers.map(({ id }) => id)),
    );
    for (const noun of ['campaigns', 'workflows'] as const)
      (account[noun] ?? []).forEach(({ subscribers = [] }, at) => {
        assertValid(
          `${noun}[${at}].subscribers: email`,
          subscribers.map(({ email }) => email.toLowerCase()),
        );
      });
  });
  return problems;
}
