import { javascript } from './literal.ts';
import { IGNORED_NOUNS, type Recipe, type Step, TOKEN } from './recipe.ts';

/** How a test runner for JavaScript names what the tests use. */
interface Runner {
  readonly imports: readonly string[];
  /** The parameter of a test. */
  readonly context: string;
  /** Closes the server after the test. */
  readonly close: string;
  readonly equal: (actual: string, expected: string) => string;
}

const RUNNERS = {
  vitest: {
    imports: [`import { expect, onTestFinished, test } from 'vitest';`],
    context: '',
    close: 'onTestFinished(() => server.close());',
    equal: (actual, expected) => `expect(${actual}).toEqual(${expected});`,
  },
  node: {
    imports: [`import { deepEqual } from 'node:assert/strict';`, `import { test } from 'node:test';`],
    context: 't',
    close: 't.after(() => server.close());',
    equal: (actual, expected) => `deepEqual(${actual}, ${expected});`,
  },
} as const satisfies Readonly<Record<string, Runner>>;

/** Writes a test for Vitest or for `node:test`. */
export function writeJavaScript(
  { title, origin, seed, now, steps, rest, expected }: Recipe,
  name: keyof typeof RUNNERS,
): string {
  const { imports, context, close, equal }: Runner = RUNNERS[name];
  const options = javascript({ time: { now, speed: 0 }, seed }, '  ');
  const isTrace = 'trace' in expected;
  const lines = [
    `const server = await createServer(${options});`,
    close,
    ...(isTrace ? [] : ['const start = await server.snapshot();']),
    '',
    ...steps.flatMap((step) => [...passing(step.delay), equal(send(step), String(step.status))]),
    ...(rest > 0 ? passing(rest) : ['await server.settle();']),
    '',
    ...(isTrace
      ? [
          'const request = (await server.requests.find()).at(-1);',
          'const { rows } = await server.trace(request.id);',
          equal('sentencesOf(rows)', javascript(expected.trace, '  ')),
        ]
      : [
          'const { nouns } = await server.diff(start.id);',
          equal('changesIn(nouns)', javascript(expected.changes, '  ')),
        ]),
  ];
  return `// ${origin}
import { createServer } from '@trickle/mock-server';
${imports.join('\n')}

test(${javascript(title)}, async (${context}) => {
${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}
});

/** Sends a request to the API, and returns the status. */
async function send(server, method, path, body) {
  const headers = { authorization: \`Basic \${btoa('${TOKEN}:')}\`, 'content-type': 'application/json' };
  const text = typeof body === 'object' ? JSON.stringify(body) : body;
  const request = new Request(\`http://localhost\${path}\`, { method, headers, body: text });
  return (await server.fetch(request)).status;
}

${isTrace ? SENTENCES : CHANGES}`;
}

const passing = (milliseconds: number): string[] =>
  milliseconds > 0 ? [`await server.advance({ milliseconds: ${milliseconds} });`] : [];

function send({ method, path, body }: Step): string {
  const start = `await send(server, ${javascript(method)}, ${javascript(path)}`;
  return body === undefined ? `${start})` : `${start}, ${javascript(body, '  ', start.length + BESIDE)})`;
}

/** The length of the words around a request. */
const BESIDE = 35;

// Attempts to deliver webhooks are left out: the account is offline, so that the test needs no receiver.
const SENTENCES = `/** What happened, in order. */
function sentencesOf(rows) {
  return rows.filter(({ type }) => !type.startsWith('webhook')).map(({ sentence }) => sentence);
}
`;

const CHANGES = `/** The changed records by noun and label, in alphabetical order. */
function changesIn(nouns) {
  const ignored = ${javascript(IGNORED_NOUNS)};
  const lines = Object.entries(nouns).flatMap(([noun, changes]) =>
    Object.entries(changes).flatMap(([kind, records]) =>
      records.flatMap(({ label }) =>
        label === undefined || ignored.includes(noun) ? [] : [\`\${noun} \${kind}: \${label}\`],
      ),
    ),
  );
  return lines.sort();
}
`;
