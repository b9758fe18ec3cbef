import { membersIn, oneLine, withoutLinks } from '../syntax.ts';
import { NOTE } from './noun-page.ts';
import { table } from './table.ts';

type Place = readonly [file: string, name: string];

/** The objects of options, each with the name of its guide and the file that declares it. */
const ALL: readonly (readonly [title: string, about: string, guide?: string, file?: string])[] = [
  [
    'ClientOptions',
    'Options of `createClient`. Exactly one of `apiKey` and `accessToken` is required, here or in the environment.',
  ],
  ['CallOptions', 'Options of every method, its last argument. They override those of the client.'],
  ['LimitOptions', 'The option `limits` of `createClient`.', 'limits', 'rate-limits/options.ts'],
  [
    'BulkOptions',
    'Options of the methods that end in `Many`, in addition to `CallOptions`.',
    'bulk',
    'bulk/options.ts',
  ],
  ['ToArrayOptions', 'Options of `.toArray()`.', 'paging', 'core/pagination.ts'],
  ['RedisLimitsOptions', 'Options of `redisLimits`.', 'limits', 'redis/redis-limits.ts'],
  ['WebhookOptions', 'Options of `createWebhookHandler`.', 'webhooks', 'webhooks/options.ts'],
  ['MemoryStoreOptions', 'Options of `createMemoryStore`.', 'webhooks', 'webhooks/deduplicator.ts'],
  ['ContentOptions', 'Options of `createContentHandler`.', 'content', 'content/create-content-handler.ts'],
  ['OAuthOptions', 'Options of `createOAuth`.', 'oauth', 'oauth/oauth.ts'],
];

const SHARED: Place = ['options.ts', 'SharedOptions'];

/** The places of those that are declared in several. */
const PLACES: Readonly<Record<string, readonly Place[]>> = {
  ClientOptions: [['options.ts', 'ClientOptions'], SHARED, ['core/hooks.ts', 'Hooks']],
  CallOptions: [SHARED, ['options.ts', 'CallOptions']],
};

export function optionsPage(): string {
  const parts = ALL.map(([title, about, guide, file = '']) => {
    const rows = (PLACES[title] ?? [[file, title]]).flatMap(([place, name]) => optionsIn(place, name));
    if (title === 'ClientOptions') rows.unshift(...CREDENTIALS);
    const more = guide === undefined ? '' : ` [Guide](../guides/${guide}.md).`;
    return [`## ${title}`, about + more, table(['Name', 'Type', ''], rows)].join('\n\n');
  });
  const about =
    'An unknown option is rejected, with the list of all options. An option that is undefined counts as absent.';
  return `${[NOTE, '# Options', about, ...parts].join('\n\n')}\n`;
}

const CREDENTIALS = [
  ['`apiKey`', '`string`', 'A user’s API token, for Basic authentication. Default: `TRICKLE_API_KEY`.'],
  [
    '`accessToken`',
    '`string`',
    'An OAuth access token, for Bearer authentication. Default: `TRICKLE_ACCESS_TOKEN`.',
  ],
];

const optionsIn = (file: string, name: string): string[][] =>
  membersIn(`packages/sdk/src/${file}`, name).map((member) => [
    `\`${member.name}\``,
    `\`${member.type.replace(/ \| undefined$/, '')}\``,
    withoutLinks(oneLine(member.comment)),
  ]);
