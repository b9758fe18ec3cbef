import { attributeOf } from '@trickle/sdk/contract';
import { MAX_WEBHOOKS } from '../domain/webhooks/webhooks.ts';
import { visitorIdOf } from '../shared/values/visitor-id.ts';
import type { Path } from './json-lines.ts';
import { type AccountSeed, SEED_NOUNS } from './schema.ts';

/** The place of what a seed refuses, and why. */
interface Problem {
  readonly path: Path;
  readonly text: string;
}

const problemAt = (path: Path, why: string): Problem => ({ path, text: `${attributeOf(path)}${why}` });

/** The contents of an account that a seed extends: addresses of subscribers in lower case, ids of campaigns, webhooks. */
export interface Present {
  readonly addresses: readonly string[];
  readonly campaignIds: readonly string[];
  readonly webhooks: number;
}

const NOTHING: Present = { addresses: [], campaignIds: [], webhooks: 0 };

/** Finds the records of an account that do not fit each other, or what the account has. Each is valid by itself. */
export const conflictsIn = (account: AccountSeed, present = NOTHING): Problem[] => [
  ...tooManyWebhooks(account, present),
  ...repetitionsIn(account),
  ...missingIn(account, present),
  ...misplacedIn(account),
];

// Unspecified: U-311
function tooManyWebhooks({ webhooks = [] }: AccountSeed, present: Present): Problem[] {
  const count = present.webhooks + webhooks.length;
  const text = `webhooks: an account can have ${MAX_WEBHOOKS}; this would make ${count}`;
  return Array.from({ length: Math.max(0, count - MAX_WEBHOOKS) }, (_, i) => ({
    path: ['webhooks', webhooks.length - 1 - i],
    text,
  }));
}

/** A value that should be unique, and the place of its record. */
interface Named {
  readonly name: string | undefined;
  readonly path: Path;
}

/** The records whose value an earlier one has. `where` names the kind of value. */
export function repeated(where: string, named: readonly Named[]): Problem[] {
  const seen = new Set<string>();
  return named.flatMap(({ name, path }) => {
    const isFirst = name === undefined || !seen.has(name);
    if (name !== undefined) seen.add(name);
    return isFirst ? [] : [{ path, text: `${where}: '${name}' is not unique` }];
  });
}

export const named = <Name extends string>(
  records: readonly { readonly [N in Name]?: string | undefined }[] = [],
  member: Name,
  path: Path = [],
): Named[] =>
  records.map((record, i) => {
    const { [member]: name } = record;
    return { name: member === 'email' ? name?.toLowerCase() : name, path: [...path, i] };
  });

function repetitionsIn(account: AccountSeed): Problem[] {
  const { subscribers, purchases, workflows = [] } = account;
  const triggers = workflows.flatMap(({ triggers }, i) =>
    named(triggers, 'id', ['workflows', i, 'triggers']),
  );
  return [
    ...repeated('subscribers: email', named(subscribers, 'email', ['subscribers'])),
    ...repeated('subscribers: user_id', named(subscribers, 'user_id', ['subscribers'])),
    ...repeated('purchases: id', named(purchases, 'id', ['purchases'])),
    ...SEED_NOUNS.flatMap((noun) => repeated(`${noun}: id`, named(account[noun], 'id', [noun]))),
    ...repeated('workflows: triggers: id', triggers),
    ...membersIn(account).flatMap(({ path, subscribers }) =>
      path.length === 1 ? [] : repeated(`${attributeOf(path)}: email`, named(subscribers, 'email', path)),
    ),
  ];
}

function membersIn({ events, purchases, orders, campaigns = [], workflows = [] }: AccountSeed) {
  const listed = { events, purchases, orders };
  const owned = { campaigns, workflows };
  return [
    ...Object.entries(listed).map(([noun, subscribers = []]) => ({ path: [noun], subscribers })),
    ...Object.entries(owned).flatMap(([noun, records]) =>
      records.map(({ subscribers = [] }, i) => ({ path: [noun, i, 'subscribers'], subscribers })),
    ),
  ];
}

export const addressesIn = (account: AccountSeed): string[] =>
  membersIn(account).flatMap(({ subscribers }) => subscribers.map(({ email }) => email));

/** References to missing subscribers, campaigns and emails, and missing sending times. */
function missingIn(account: AccountSeed, present: Present): Problem[] {
  const { subscribers = [], campaigns = [], broadcasts = [], forms = [] } = account;
  const addresses = new Set([...present.addresses, ...subscribers.map(({ email }) => email.toLowerCase())]);
  const campaignIds = new Set([...present.campaignIds, ...campaigns.map(({ id }) => id)]);
  return [
    ...membersIn(account).flatMap(({ path, subscribers }) =>
      subscribers.flatMap(({ email }, i) =>
        addresses.has(email.toLowerCase())
          ? []
          : [problemAt([...path, i, 'email'], `: subscriber not found in this account: ${email}`)],
      ),
    ),
    ...campaigns.flatMap(({ emails = [], subscribers = [] }, i) =>
      subscribers.flatMap(({ deliveries = [] }, j) =>
        deliveries.flatMap(({ email_index: index }, k) => {
          const path = ['campaigns', i, 'subscribers', j, 'deliveries', k, 'email_index'];
          return index < emails.length
            ? []
            : [problemAt(path, `: email not found in this campaign: ${index}`)];
        }),
      ),
    ),
    ...broadcasts.flatMap(({ status, send_at }, i) => {
      const text = `broadcasts[${i}].send_at is required for a scheduled broadcast`;
      return status === 'scheduled' && send_at === undefined
        ? [{ path: ['broadcasts', i, 'status'], text }]
        : [];
    }),
    ...forms.flatMap(({ campaign_id: id }, i) =>
      id === undefined || campaignIds.has(id)
        ? []
        : [problemAt(['forms', i, 'campaign_id'], `: campaign not found in this account: ${id}`)],
    ),
  ];
}

/** Ids of visitors that the page script could never send, and statuses kept beside one that is not `undeliverable`. */
// Unspecified: U-28
const misplacedIn = ({ subscribers = [] }: AccountSeed): Problem[] =>
  subscribers.flatMap(({ visitor_uuid: uuid, status, deliverable_status: kept }, i) => [
    ...(uuid === undefined || visitorIdOf(uuid) !== undefined
      ? []
      : [problemAt(['subscribers', i, 'visitor_uuid'], ` must be 32 hexadecimal digits, not '${uuid}'`)]),
    ...(kept === undefined || status === 'undeliverable'
      ? []
      : [problemAt(['subscribers', i, 'deliverable_status'], ' is for the status undeliverable only')]),
  ]);

export const textsOf = (problems: readonly Problem[]): string[] => [
  ...new Set(problems.map(({ text }) => text)),
];
