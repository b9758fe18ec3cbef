import { basename } from 'node:path';
import { filesAt } from '../../setup/repository.ts';

export interface Page {
  /** The path on the site, without an extension. */
  readonly path: string;
  /** The Markdown file, from the root of the repository. */
  readonly source: string;
  /** The text of the sidebar. Default: the first heading. */
  readonly label?: string | undefined;
}

export interface Group {
  readonly title: string;
  readonly pages: readonly Page[];
  /** The folder whose pages show the group. Default: all pages outside of such folders. */
  readonly within?: string;
  /** Whether the search finds the pages. Default: true */
  readonly isSearched?: boolean;
}

const SDK = 'packages/sdk/docs';
const own = (path: string, label?: string): Page => ({ path, source: `docs/${path}.md`, label });
const sdkGuide = (name: string, label?: string): Page => ({
  path: `guides/${name}`,
  source: `${SDK}/guides/${name}.md`,
  label,
});
const from = (source: string, path: string, label?: string): Page => ({ path, source, label });

const nouns = filesAt(`${SDK}/reference/*.md`)
  .map((file) => basename(file, '.md'))
  .filter((name) => !['README', 'records', 'options', 'webhook-events'].includes(name));

/** All pages of the site, in the order of its sidebar. */
export const GROUPS: readonly Group[] = [
  {
    title: 'Start',
    pages: [
      own('start/index', 'Getting started'),
      own('start/backend', 'Back end'),
      own('start/front-end', 'Front end'),
      own('start/tester', 'Tests'),
      own('guides/inspector', 'The inspector'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      own('guides/authentication'),
      sdkGuide('paging', 'Lists and pagination'),
      sdkGuide('bulk', 'Bulk import'),
      sdkGuide('limits', 'Rate limits'),
      own('guides/retries', 'Retries and idempotency'),
      sdkGuide('errors', 'Errors'),
      own('guides/logging', 'Logging and telemetry'),
      own('guides/proxy', 'Behind a proxy'),
      sdkGuide('webhooks'),
      sdkGuide('content', 'Dynamic content'),
      sdkGuide('oauth'),
      from('packages/browser-script/FORMS.md', 'guides/forms', 'Forms'),
      own('guides/consent'),
      sdkGuide('runtimes', 'Runtimes and TypeScript'),
      sdkGuide('migrating', 'Coming from an older client'),
      sdkGuide('older-clients', 'Older clients, unmodified'),
    ],
  },
  {
    title: 'Testing',
    pages: [
      sdkGuide('testing', 'Vitest'),
      own('guides/jest', 'Jest'),
      own('guides/playwright', 'Playwright'),
      own('guides/cypress', 'Cypress'),
      own('guides/pytest', 'pytest'),
      own('guides/curl', 'curl'),
      own('guides/ci', 'CI and containers'),
      own('guides/assistants', 'Coding assistants'),
    ],
  },
  {
    title: 'Your account',
    pages: [
      own('guides/copy-of-an-account', 'A copy of your account'),
      own('guides/types-of-your-account', 'Types of your account'),
      own('guides/rehearse', 'Rehearse a script'),
      own('guides/compare-with-the-service', 'Compare with the service'),
    ],
  },
  {
    title: 'Running the server',
    pages: [
      own('guides/team-sandbox', 'A sandbox for a team'),
      own('guides/operations', 'Operating the server'),
      own('scale', 'Several servers on PostgreSQL'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      from(`${SDK}/sdk.md`, 'reference/sdk', 'The SDK'),
      from(`${SDK}/reference/README.md`, 'reference/methods/index', 'Methods'),
      from(`${SDK}/reference/options.md`, 'reference/methods/options', 'Options'),
      from(`${SDK}/reference/records.md`, 'reference/methods/records', 'Records'),
      from(`${SDK}/reference/webhook-events.md`, 'reference/methods/webhook-events', 'Webhook events'),
      from('packages/cli/README.md', 'reference/cli', 'The command trickle'),
      from('packages/mock-server/README.md', 'reference/server', 'The server'),
      own('reference/server-options', 'Server options'),
      own('reference/server-command', 'The command trickle-server'),
      own('reference/admin-api', 'Admin API'),
      own('reference/seeds', 'Seeds'),
      own('reference/faults', 'Faults'),
      from('packages/browser-script/README.md', 'reference/page-script', 'Script commands'),
    ],
  },
  {
    title: 'Methods by noun',
    within: '/reference/methods/',
    pages: nouns.map((name) => from(`${SDK}/reference/${name}.md`, `reference/methods/${name}`)),
  },
  {
    title: 'Explain',
    pages: [
      own('explain/exactly-once', 'Exactly once'),
      own('explain/rate-limits', 'How rate limits work'),
      own('explain/clock', 'How the clock works'),
      own('compare', 'Alternatives'),
      from('bench/results.md', 'measurements', 'Measurements'),
    ],
  },
  {
    title: 'The interface',
    pages: [own('explain/fidelity', 'Fidelity'), own('unspecified', 'What is not specified')],
  },
  { title: 'Help', pages: [own('troubleshooting'), from('SECURITY.md', 'security')] },
  {
    title: 'Contributing',
    within: '/contributing/',
    isSearched: false,
    pages: [
      from('CONTRIBUTING.md', 'contributing/index', 'How to contribute'),
      from('ARCHITECTURE.md', 'contributing/architecture'),
      from('packages/sdk/ARCHITECTURE.md', 'contributing/sdk', 'The SDK'),
      from('packages/mock-server/ARCHITECTURE.md', 'contributing/server', 'The server'),
      from('packages/cli/ARCHITECTURE.md', 'contributing/command', 'The command'),
      from('packages/browser-script/ARCHITECTURE.md', 'contributing/page-script', 'The page script'),
      from('docs/conformance.md', 'contributing/conformance', 'Which test proves what'),
      from('packages/browser-script/docs/hostile.md', 'contributing/hostile-pages', 'Hostile pages'),
      from('CODE_OF_CONDUCT.md', 'contributing/code-of-conduct'),
    ],
  },
  {
    title: 'Changes',
    within: '/changes/',
    isSearched: false,
    pages: [
      from('CHANGELOG.md', 'changes/index'),
      ...['sdk', 'cli', 'mock-server', 'browser-script'].map((name) =>
        from(`packages/${name}/CHANGELOG.md`, `changes/${name}`, `@trickle/${name}`),
      ),
    ],
  },
];

/** The start page of the site, which the sidebar does not list. */
export const HOME: Page = own('index');

export const PAGES: readonly Page[] = [HOME, ...GROUPS.flatMap(({ pages }) => pages)];
