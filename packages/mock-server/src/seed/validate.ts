import { attributeOf, lossIn } from '@trickle/sdk/contract';
import { CALLBACK_URL, isCallbackUrl } from '../domain/oauth/callback-url.ts';
import { MAX_WEBHOOKS } from '../domain/webhooks/webhooks.ts';
import { brokenTextIn } from '../shared/values/broken-text.ts';
import { lengthIssues } from '../shared/values/lengths.ts';
import { ProblemsError } from '../shared/values/problems-error.ts';
import { repeatedIn } from '../shared/values/repeated.ts';
import { capped, schemaProblems } from '../shared/values/schema-problems.ts';
import { visitorIdOf } from '../shared/values/visitor-id.ts';
import { missingReferences } from './missing-references.ts';
import { type AccountSeed, SEED_NOUNS, Seed } from './schema.ts';

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
  const problems = [
    ...unstorable(valid),
    ...duplicates(valid),
    ...missingReferences(valid),
    ...invalidVisitors(valid),
    ...misplacedStatuses(valid),
    ...invalidCallbacks(valid),
  ];
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

/** Lists ids of visitors in another form than that of the page script, which could never send them. */
// Unspecified: U-28
export const invalidVisitors = ({ accounts = [] }: Seed): string[] =>
  accounts.flatMap(({ subscribers = [] }, i) =>
    subscribers.flatMap(({ visitor_uuid: uuid }, at) =>
      uuid === undefined || visitorIdOf(uuid) !== undefined
        ? []
        : [`accounts[${i}].subscribers[${at}].visitor_uuid must be 32 hexadecimal digits, not '${uuid}'`],
    ),
  );

/** Lists subscribers who would keep a status beside one that is not `undeliverable`. */
export const misplacedStatuses = ({ accounts = [] }: Seed): string[] =>
  accounts.flatMap(({ subscribers = [] }, i) =>
    subscribers.flatMap(({ status, deliverable_status: kept }, at) =>
      kept === undefined || status === 'undeliverable'
        ? []
        : [`accounts[${i}].subscribers[${at}].deliverable_status is for the status undeliverable only`],
    ),
  );

const invalidCallbacks = ({ oauth_applications = [] }: Seed): string[] =>
  oauth_applications.flatMap(({ redirect_uris }, i) =>
    redirect_uris.flatMap((url, at) =>
      isCallbackUrl(url) ? [] : [`oauth_applications[${i}].redirect_uris[${at}] must be ${CALLBACK_URL}`],
    ),
  );

/** Lists duplicate ids, addresses and tokens, and accounts with too many webhooks. */
export function duplicates({ accounts = [], oauth_applications = [] }: Seed): string[] {
  return [
    ...duplicatesIn('accounts: id', idsOf(accounts)),
    ...duplicatesIn(
      'accounts: users: token',
      accounts.flatMap(({ users = [] }) => users.map(({ token }) => token)),
    ),
    ...duplicatesIn(
      'oauth_applications: client_id',
      oauth_applications.map(({ client_id }) => client_id),
    ),
    ...accounts.flatMap((account, i) =>
      problemsOfAccount(account).map((problem) => `accounts[${i}].${problem}`),
    ),
  ];
}

/** The problem of an account with too many webhooks. */
// Unspecified: U-311
export const tooManyWebhooks = (count: number): string[] =>
  count > MAX_WEBHOOKS ? [`webhooks: an account can have ${MAX_WEBHOOKS}; this would make ${count}`] : [];

function problemsOfAccount(account: AccountSeed): string[] {
  const { subscribers = [], purchases = [], workflows = [], webhooks = [] } = account;
  return [
    ...tooManyWebhooks(webhooks.length),
    ...duplicatesIn('subscribers: email', emailsOf(subscribers)),
    ...duplicatesIn(
      'subscribers: user_id',
      subscribers.map(({ user_id }) => user_id),
    ),
    ...duplicatesIn('purchases: id', idsOf(purchases)),
    ...SEED_NOUNS.flatMap((noun) => duplicatesIn(`${noun}: id`, idsOf(account[noun] ?? []))),
    ...duplicatesIn(
      'workflows: triggers: id',
      workflows.flatMap(({ triggers = [] }) => idsOf(triggers)),
    ),
    ...(['campaigns', 'workflows'] as const).flatMap((noun) =>
      (account[noun] ?? []).flatMap(({ subscribers = [] }, at) =>
        duplicatesIn(`${noun}[${at}].subscribers: email`, emailsOf(subscribers)),
      ),
    ),
  ];
}

const idsOf = (records: readonly { readonly id?: string | undefined }[]) => records.map(({ id }) => id);

const emailsOf = (subscribers: readonly { readonly email: string }[]) =>
  subscribers.map(({ email }) => email.toLowerCase());

/** Lists the values that are given more than once. */
export function duplicatesIn(where: string, values: readonly (string | undefined)[]): string[] {
  const present = values.filter((value) => value !== undefined);
  return repeatedIn(present).map((value) => `${where}: '${value}' is not unique`);
}
