import { attributeOf, lossIn } from '@trickle/sdk/contract';
import { CALLBACK_URL, isCallbackUrl } from '../domain/oauth/authorize.ts';
import { ProblemsError } from '../shared/values/errors.ts';
import { brokenTextIn } from '../shared/values/json.ts';
import { lengthIssues } from '../shared/values/lengths.ts';
import { capped, schemaProblems } from '../shared/values/schema-problems.ts';
import { conflictsIn, named, repeated, textsOf } from './account-rules.ts';
import { Seed } from './schema.ts';

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
  // Seeds of files and of HTTP have no such values, those of programs may.
  const loss = lossIn(seed);
  if (loss) throw new SeedError([`${attributeOf(loss.path)} ${loss.problem}`]);
  const wrong = schemaProblems(Seed, seed);
  if (wrong.length) throw new SeedError(wrong);
  const valid: Seed = seed; // it has no problems
  const problems = [...unstorable(valid), ...conflicts(valid), ...invalidCallbacks(valid)];
  if (problems.length) throw new SeedError(problems);
  return valid;
}

/** Lists names and values that are too long or have no whole characters, as the API refuses them. */
export const unstorable = (seed: unknown): string[] => [
  ...capped(lengthIssues(seed).map(({ message }) => message)),
  ...capped(
    Array.from(
      brokenTextIn(seed),
      ({ path }) => `${attributeOf(path)} contains half of a surrogate pair or NUL`,
    ),
  ),
];

const conflicts = ({ accounts = [], oauth_applications: applications }: Seed): string[] => [
  ...textsOf([
    ...repeated('accounts: id', named(accounts, 'id')),
    ...repeated(
      'accounts: users: token',
      accounts.flatMap(({ users }) => named(users, 'token')),
    ),
    ...repeated('oauth_applications: client_id', named(applications, 'client_id')),
  ]),
  ...accounts.flatMap((account, i) =>
    textsOf(conflictsIn(account)).map((problem) => `accounts[${i}].${problem}`),
  ),
];

const invalidCallbacks = ({ oauth_applications = [] }: Seed): string[] =>
  oauth_applications.flatMap(({ redirect_uris }, i) =>
    redirect_uris.flatMap((url, at) =>
      isCallbackUrl(url) ? [] : [`oauth_applications[${i}].redirect_uris[${at}] must be ${CALLBACK_URL}`],
    ),
  );
