import { document } from './document.ts';
import { eventsPage } from './events-page.ts';
import { type Method, readMethods } from './methods.ts';
import { NOTE, nounPage } from './noun-page.ts';
import { optionsPage } from './options-page.ts';
import { recordsPage } from './records-page.ts';
import { firstSentence, table } from './table.ts';

/** The files of the reference, by name. Deterministic. */
export function referencePages(): ReadonlyMap<string, string> {
  const methods = readMethods();
  const tags = document.tags.filter(({ name }) => name !== 'admin');
  const nouns = tags.map(({ name, 'x-displayName': title }) => ({
    file: `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`,
    title,
    name,
    methods: methods.filter(({ noun }) => noun === name),
  }));
  return new Map([
    ['README.md', index(nouns)],
    ...nouns.map(({ file, name, methods: own }) => [file, nounPage(name, own)] as const),
    ['records.md', recordsPage()],
    ['webhook-events.md', eventsPage()],
    ['options.md', optionsPage()],
  ]);
}

const ABOUT = `All operations of \`@trickle/sdk\`, generated from the contract and the comments in the source, which editors show too. A test compiles the examples, runs them against the reference server and compares their output. They use this \`client\`:

\`\`\`ts
import { createClient } from '@trickle/sdk';

const client = createClient({ baseUrl: 'https://api.example.com', accountId: '9999999', apiKey });
\`\`\`

Examples of OAuth use an \`oauth\` made by [\`createOAuth\`](../guides/oauth.md). The data of all examples is \`packages/sdk/test/examples/seed.json\` in the repository. The last argument of a method is its [\`CallOptions\`](options.md#calloptions). See also [records](records.md), [webhook events](webhook-events.md), [options](options.md), [errors](../guides/errors.md) and [how the SDK behaves](../sdk.md).`;

interface Noun {
  readonly file: string;
  readonly title: string;
  readonly methods: readonly Method[];
}

function index(nouns: readonly Noun[]): string {
  const parts = nouns.map(({ file, title, methods }) => {
    const rows = methods.map(({ noun, name, text, endpoint }) => [
      `[\`${noun}.${name}\`](${file}#${name.toLowerCase()})`,
      firstSentence(text),
      endpoint ? `\`${endpoint.method} ${endpoint.path}\`` : '',
    ]);
    return `## [${title}](${file})\n\n${table(['Method', '', 'Request'], rows)}`;
  });
  return `${[NOTE, '# Reference', ABOUT, ...parts].join('\n\n')}\n`;
}
