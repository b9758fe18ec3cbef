import { join } from 'node:path';
import { membersIn, oneLine, withoutLinks } from '../syntax.ts';
import { NOTE } from './noun-page.ts';
import { table } from './table.ts';

const FOLDER = join(import.meta.dirname, '../../../packages/sdk/src');

/** An object of options: its title, and the places that declare its members. */
interface Options {
  readonly title: string;
  readonly about: string;
  readonly declared: readonly (readonly [file: string, name: string])[];
}

const SHARED = ['options.ts', 'SharedOptions'] as const;

const ALL: readonly Options[] = [
  {
    title: 'ClientOptions',
    about:
      'Options of `createClient`. Exactly one of `apiKey` and `accessToken` is required, here or in the environment.',
    declared: [['options.ts', 'ClientOptions'], SHARED, ['core/hooks.ts', 'Hooks']],
  },
  {
    title: 'CallOptions',
    about: 'Options of every method, its last argument. They override those of the client.',
    declared: [SHARED, ['options.ts', 'CallOptions']],
  },
  {
    title: 'LimitOptions',
    about: 'The option `limits` of `createClient`. [Guide](../guides/limits.md).',
    declared: [['rate-limits/options.ts', 'LimitOptions']],
  },
  {
    title: 'BulkOptions',
    about:
      'Options of the methods that end in `Many`, in addition to `CallOptions`. [Guide](../guides/bulk.md).',
    declared: [['bulk/options.ts', 'BulkOptions']],
  },
  {
    title: 'ToArrayOptions',
    about: 'Options of `.toArray()`. [Guide](../guides/paging.md).',
    declared: [['core/pagination.ts', 'ToArrayOptions']],
  },
  {
    title: 'RedisLimitsOptions',
    about: 'Options of `redisLimits`. [Guide](../guides/limits.md).',
    declared: [['redis/redis-limits.ts', 'RedisLimitsOptions']],
  },
  {
    title: 'WebhookOptions',
    about: 'Options of `createWebhookHandler`. [Guide](../guides/webhooks.md).',
    declared: [['webhooks/options.ts', 'WebhookOptions']],
  },
  {
    title: 'MemoryStoreOptions',
    about: 'Options of `createMemoryStore`. [Guide](../guides/webhooks.md).',
    declared: [['webhooks/deduplicator.ts', 'MemoryStoreOptions']],
  },
  {
    title: 'ContentOptions',
    about: 'Options of `createContentHandler`. [Guide](../guides/content.md).',
    declared: [['content/create-content-handler.ts', 'ContentOptions']],
  },
  {
    title: 'OAuthOptions',
    about: 'Options of `createOAuth`. [Guide](../guides/oauth.md).',
    declared: [['oauth/oauth.ts', 'OAuthOptions']],
  },
];

/** The page of all options, with their comments. */
export function optionsPage(): string {
  const parts = ALL.map(({ title, about, declared }) => {
    const rows = declared.flatMap(([file, name]) => optionsIn(file, name));
    if (title === 'ClientOptions') rows.unshift(...CREDENTIALS);
    return [`## ${title}`, about, table(['Name', 'Type', ''], rows)].join('\n\n');
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
  membersIn(join(FOLDER, file), name).map((member) => [
    `\`${member.name}\``,
    `\`${member.type.replace(/ \| undefined$/, '')}\``,
    withoutLinks(oneLine(member.comment)),
  ]);
