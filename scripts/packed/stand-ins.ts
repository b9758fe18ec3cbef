import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { plainChromiumOptions } from '../setup/chromium-options.ts';
import { isTested, PYTHON } from '../setup/requirements.mjs';
import { TIME_LIMIT } from '../setup/time-limit.ts';
import type { Reader } from './reader.ts';

/** Untested commands of the pages, with the reason. */
export const LEFT_OUT: readonly (readonly [command: RegExp, reason: string])[] = [
  [
    /^docker compose up/,
    'it needs a container engine: the server stands in, and container.test.ts runs the commands of the image',
  ],
  [
    /^npx playwright install/,
    'it downloads a browser: the tests of the page run in the Chromium of this machine',
  ],
  [/^pip install /, 'it downloads pytest: setup installs it from the system'],
  [
    /^sudo |^journalctl /,
    'it changes the machine: scripts/docs/operations.test.ts compares its files with the server',
  ],
  [/^(?:echo '.*)?trickle /, 'it is an example for a command that is installed: packages/cli/test runs each'],
];

/** Unavailable programs, with the reason and the replacement. */
export const REPLACED: readonly (readonly [program: string, reason: string])[] = [
  [
    'cypress run',
    'Cypress downloads itself: its configuration and its tests are run by scripts/packed/cypress.mjs',
  ],
];

/** The replacement for a command that needs something unavailable here. */
export function standIn(reader: Reader, command: string): string | undefined {
  if (command.startsWith('docker compose up')) {
    reader.prepare('export TRICKLE_ADMIN_PASSWORD=sandbox');
    return 'npx -p @trickle/mock-server trickle-server';
  }
  if (command.startsWith('python3 ') && !isTested(PYTHON)) return undefined;
  if (LEFT_OUT.some(([pattern]) => pattern.test(command))) return undefined;
  if (command.startsWith('npx playwright test')) return inChromium(reader, command);
  if (command.startsWith('npm run ')) replaceCypress(reader);
  return patient(command);
}

/** A test runner with our time limit instead of its own five seconds, which are too short for a busy machine. */
export const patient = (command: string): string =>
  command.replace(/\bnpx (?:jest|vitest run)\b/, `$& --testTimeout=${TIME_LIMIT}`);

/** A configuration of Playwright with the browser of this machine, besides what another file configures. */
export function withChromium(named: string | undefined): string {
  const launchOptions = JSON.stringify(plainChromiumOptions);
  const config = named === undefined ? 'const config = {};' : `import config from './${named}';`;
  const use = `{ ...config.use, launchOptions: ${launchOptions} }`;
  return `${config}\nexport default { ...config, use: ${use}, timeout: ${TIME_LIMIT}, reporter: 'line' };\n`;
}

/** Runs the same tests with the same configuration, in the browser of this machine. */
function inChromium(reader: Reader, command: string): string {
  const [, named = 'playwright.config.ts'] = / --config=(\S+)/.exec(command) ?? [];
  reader.write(
    'chromium.config.ts',
    withChromium(existsSync(join(reader.folder, named)) ? named : undefined),
  );
  return `${command.replace(/ --config=\S+/, '')} --config=chromium.config.ts`;
}

function replaceCypress(reader: Reader): void {
  const command = 'node_modules/.bin/cypress';
  if (!existsSync(join(reader.folder, command))) return;
  rmSync(join(reader.folder, command));
  const program = join(import.meta.dirname, 'cypress.mjs');
  reader.write(command, `#!/bin/sh\nexec "${process.execPath}" "${program}"\n`, { mode: 0o755 });
}
