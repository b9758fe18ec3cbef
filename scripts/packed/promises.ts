import { expect } from 'vitest';
import { parse } from 'yaml';
import { blocksOf } from './blocks.ts';
import type { Ran } from './follow.ts';
import type { Reader } from './reader.ts';

/** Promises of a page beyond its blocks, checked afterwards in the same folder. */
export const promises: Readonly<Record<string, (reader: Reader, ran: readonly Ran[]) => Promise<void>>> = {
  'docs/guides/ci.md': runSteps,
  'docs/guides/cypress.md': async (_, ran) => expect(ran.at(-1)?.[1].match(/^passed: /gm)).toHaveLength(2),
  'docs/guides/inspector.md': async (reader) =>
    expect((await fetch(reader.local('http://127.0.0.1:4100/_inspector'))).status).toBe(200),
  'docs/guides/pytest.md': async (_, ran) => expect(ran.at(-1)?.[1]).toContain('3 passed'),
  'docs/guides/team-sandbox.md': async (_, ran) => {
    const [, restored] = ran.at(-1) ?? [];
    expect(restored).toBe('');
    // Developers do not need the password.
    const own = ran.filter(([command]) => command.startsWith('curl --netrc-file ann.netrc'));
    expect(own).toHaveLength(3);
  },
  'packages/sdk/docs/guides/testing.md': startFromOtherLanguages,
};

/** Runs the steps of the job that start a server, with a request in place of a test runner. */
async function runSteps(reader: Reader): Promise<void> {
  await reader.stop(); // the server of the container
  const steps = blocksOf('docs/guides/ci.md')
    .filter(({ language, code }) => language === 'yaml' && code.startsWith('      - '))
    .flatMap(({ code }): { run: string; env?: Record<string, string> }[] => parse(code));
  const [exec, start, tests] = steps;
  const read = 'curl --fail -u "$TRICKLE_API_KEY:" "$TRICKLE_BASE_URL/v2/$TRICKLE_ACCOUNT_ID/subscribers"';
  const runner = (command = '') => command.replace('pytest', `bash -c '${read}'`);
  expect(await reader.run(runner(exec?.run))).toContain('"subscribers":[]');
  await reader.run(start?.run ?? '');
  for (const [name, value] of Object.entries(tests?.env ?? {})) reader.prepare(`export ${name}=${value}`);
  expect(await reader.run(runner(tests?.run))).toContain('"subscribers":[]');
}

/** Runs the programs in Python and JavaScript. The others need another runtime. */
async function startFromOtherLanguages(reader: Reader): Promise<void> {
  const blocks = blocksOf('packages/sdk/docs/guides/testing.md');
  const codeIn = (language: string) => blocks.find((block) => block.language === language)?.code ?? '';
  reader.write('start.py', `${codeIn('python')}print(started["url"], started["accounts"][0]["tokens"][0])\n`);
  reader.write('start.mjs', `${codeIn('js')}console.log(url, accounts[0].tokens[0]);\n`);
  for (const command of ['python3 start.py', 'node start.mjs']) {
    expect(await reader.run(command)).toMatch(/^http:\/\/127\.0\.0\.1:\d+ trickle_demo_token\n$/);
  }
}
