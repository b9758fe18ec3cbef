import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether all tests run, at full length: in CI, with `npm test -- --all`, and where a step or a file is named. */
export const isThorough = process.env.TRICKLE_THOROUGH === '1';

/** The number of runs of a property: all of them, or a fifth. */
export const runsOf = (all: number): number => (isThorough ? all : Math.ceil(all / 5));

/** The start of the first line of a test that `npm test` leaves out. It says why. */
export const THOROUGH = /^\/\/ @thorough: /;

/** The files of a folder that `npm test` leaves out, for a configuration of Playwright. */
export const leftOutOf = (folder: string): string[] =>
  isThorough
    ? []
    : readdirSync(folder)
        .filter(
          (file) => file.endsWith('.spec.ts') && THOROUGH.test(readFileSync(join(folder, file), 'utf8')),
        )
        .map((file) => `**/${file}`);
