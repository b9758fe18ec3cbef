import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/repository.ts';

const pnpm = join(root, 'packages/sdk/test/runtimes/engines/node_modules/pnpm/bin/pnpm.mjs');

/** With 'none', the packages of the checkout stand in for those that a page installs, and nothing is installed. */
export type PackageManager = 'npm' | 'pnpm' | 'none';

/** The packages that a command installs; undefined for another command. */
export const packagesIn = (command: string): string[] | undefined =>
  command.startsWith('npm install ')
    ? (command.replace(/ #.*/, '').match(/(?<= )(?!install|-)\S+/g) ?? [])
    : undefined;

/** The package managers that readers use, and that are installed. In CI, all are. */
export const managers: readonly PackageManager[] =
  process.env.CI || existsSync(pnpm) ? ['npm', 'pnpm'] : ['npm'];

/** The pnpm equivalents of commands on the pages, as explained in docs/start/index.md. */
const inPnpm: readonly (readonly [RegExp, string])[] = [
  [/^npm init -y$/, 'pnpm init'],
  [/^npm install (?!--?$)/, 'pnpm add '],
  [/^npm (start|test)$/, 'pnpm $1'],
  [/^npm run /, 'pnpm run '],
  [/^npx -p (\S+) /, 'pnpm --package=$1 dlx '],
];

/**
 * A command of a page, translated for a package manager.
 *
 * @param isInstalled Whether a command is one of the packages in the folder.
 */
export function typed(
  manager: PackageManager,
  command: string,
  isInstalled: (name: string) => boolean,
): string {
  if (manager === 'npm') return command;
  if (manager === 'none') return command.replace(/^npx (?!-)/, 'node_modules/.bin/');
  const local = command.replace(/^npx (?!-)(\S+)/, (_, name) =>
    isInstalled(name) ? `pnpm exec ${name}` : `pnpm dlx ${name}`,
  );
  return inPnpm
    .reduce((text, [from, to]) => text.replace(from, to), local)
    .replace(/^pnpm\b/, `"${process.execPath}" "${pnpm}"`);
}

/**
 * The environment in which package managers only use our registry, keep their files in the store of the test run, and
 * ignore the configuration of this machine.
 */
export function managerEnvironment(): NodeJS.ProcessEnv {
  const { TRICKLE_REGISTRY: registry = '', TRICKLE_STORE: store = '' } = process.env;
  const userconfig = join(store, 'npmrc');
  writeFileSync(userconfig, `registry=${registry}\n`);
  const quiet = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' };
  // Nothing is published during a run.
  const cached = { npm_config_prefer_offline: 'true', pnpm_config_prefer_offline: 'true' };
  return {
    ...quiet,
    ...cached,
    npm_config_userconfig: userconfig,
    npm_config_cache: join(store, 'npm'),
    npm_config_yes: 'true',
    pnpm_config_store_dir: join(store, 'pnpm'),
    pnpm_config_cache_dir: join(store, 'pnpm-cache'),
    pnpm_config_state_dir: join(store, 'pnpm-state'),
    CYPRESS_INSTALL_BINARY: '0', // it is a download
    // pnpm lists install scripts that need approval; the pages need none of them.
    pnpm_config_strict_dep_builds: 'false',
    // `pnpm init` writes the version of pnpm to package.json, and pnpm would then download itself.
    pnpm_config_pm_on_fail: 'ignore',
  };
}
