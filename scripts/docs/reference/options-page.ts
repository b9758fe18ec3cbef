import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOTE } from './noun-page.ts';
import { table } from './table.ts';

const FOLDER = join(import.meta.dirname, '../../../packages/sdk/src');

/** An object of options: its title, and the places that declare its members. */
interface Options {
  readonly title: string;
  readonly about: string;
  readonly declared: readonly (readonly [file: string, start: string])[];
}

const SHARED = ['options.ts', 'interface SharedOptions {'] as const;

const ALL: readonly Options[] = [
  {
    title: 'ClientOptions',
    about:
      'Options of `createClient`. Exactly one of `apiKey` and `accessToken` is required, here or in the environment.',
    declared: [
      ['core/settings.ts', 'export type Credentials ='],
      ['options.ts', '    /** URL of the service'],
      SHARED,
      ['core/hooks.ts', 'export interface Hooks {'],
    ],
  },
  {
    title: 'CallOptions',
    about: 'Options of every method, its last argument. They override those of the client.',
    declared: [SHARED, ['options.ts', 'export interface CallOptions']],
  },
  {
    title: 'LimitOptions',
    about: 'The option `limits` of `createClient`. [Guide](../guides/limits.md).',
    declared: [['rate-limits/options.ts', 'export interface LimitOptions {']],
  },
  {
    title: 'BulkOptions',
    about:
      'Options of the methods that end in `Many`, in addition to `CallOptions`. [Guide](../guides/bulk.md).',
    declared: [['bulk/options.ts', 'export interface BulkOptions']],
  },
  {
    title: 'ToArrayOptions',
    about: 'Options of `.toArray()`. [Guide](../guides/paging.md).',
    declared: [['core/pagination.ts', 'export interface ToArrayOptions {']],
  },
  {
    title: 'RedisLimitsOptions',
    about: 'Options of `redisLimits`. [Guide](../guides/limits.md).',
    declared: [['redis/redis-limits.ts', 'export interface RedisLimitsOptions {']],
  },
  {
    title: 'WebhookOptions',
    about: 'Options of `createWebhookHandler`. [Guide](../guides/webhooks.md).',
    declared: [['webhooks/options.ts', 'export interface WebhookOptions {']],
  },
  {
    title: 'MemoryStoreOptions',
    about: 'Options of `createMemoryStore`. [Guide](../guides/webhooks.md).',
    declared: [['webhooks/dedupe-store.ts', 'export interface MemoryStoreOptions {']],
  },
  {
    title: 'ContentOptions',
    about: 'Options of `createContentHandler`. [Guide](../guides/content.md).',
    declared: [['content/create-content-handler.ts', 'export interface ContentOptions {']],
  },
  {
    title: 'OAuthOptions',
    about: 'Options of `createOAuth`. [Guide](../guides/oauth.md).',
    declared: [['oauth/oauth.ts', 'export interface OAuthOptions {']],
  },
];

/** The page of all options, with their comments. */
export function optionsPage(): string {
  const parts = ALL.map(({ title, about, declared }) => {
    const rows = declared.flatMap(([file, start]) => optionsIn(file, start));
    return [`## ${title}`, about, table(['Name', 'Type', ''], rows)].join('\n\n');
  });
  const about =
    'An unknown option is rejected, with the nearest known name. An option that is undefined counts as absent.';
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

/** The members declared in a source, from a place to the end of the object. */
function optionsIn(file: string, start: string): string[][] {
  if (start.includes('Credentials')) return CREDENTIALS;
  const source = readFileSync(join(FOLDER, file), 'utf8');
  const at = source.indexOf(start);
  if (at < 0) throw new Error(`${file} has no '${start}'.`);
  const [declared = ''] = source.slice(at).split(/\n(?: {2})?\}/, 1);
  const members = declared.matchAll(
    /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?readonly (\w+)\??:((?:(?!;\n)[\s\S])*)/g,
  );
  return Array.from(members, ([, comment = '', name = '', type = '']) => [
    `\`${name}\``,
    `\`${oneLine(type)
      .replace(/^\| /, '')
      .replace(/( \| undefined)?;?$/, '')}\``,
    oneLine(comment.replaceAll(/\n\s*\*/g, ' ')).replaceAll(/\{@link (\w+)\}/g, '`$1`'),
  ]);
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
