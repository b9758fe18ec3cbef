import { execFileSync, execSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { instruction } from '../packed/containerfile.ts';
import { root } from '../setup/repository.ts';

/** The relevant part of a package.json. */
export interface Manifest {
  name: string;
  version: string;
  bin?: string | Record<string, string>;
  exports: Record<string, string | { types: string }>;
  dependencies?: Record<string, string>;
  engines?: Record<string, string>;
}

/** Reads the package.json of a package of this repository. */
export const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The folders with third-party packages: those of the repository, and those that only published files are tested with. */
const sources = ['node_modules', 'packages/sdk/test/runtimes/engines/node_modules'].map((path) =>
  join(root, path),
);

/** Packs the built packages into a folder, for all projects of this process and its children, with the command of the Containerfile. */
export function packInto(folder: string): void {
  if (!existsSync(join(root, 'packages/mock-server/dist')))
    throw new Error('The packages are not built yet: npm run build');
  const command = instruction('RUN mkdir /packages &&').replace('=/packages', `=${folder}`);
  execSync(`${command} --silent --ignore-scripts`, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  process.env.TRICKLE_ARCHIVES = folder;
}

/**
 * A fresh folder outside the repository with packages as users get them: packed by npm, with their declared
 * dependencies and no others. Nothing is downloaded: dependencies are copied from the checkout.
 */
export class PackedProject implements Disposable {
  readonly folder: string;
  readonly installed: string;

  constructor(folder = mkdtempSync(join(tmpdir(), 'trickle-packages-'))) {
    this.folder = folder;
    this.installed = join(folder, 'node_modules');
  }

  /** Adds packages by name: ours with those of ours that they need, others from the checkout. */
  add(names: readonly string[]): void {
    for (const name of names.filter((one) => !existsSync(join(this.installed, one)))) {
      const folder = join(root, 'packages', name.replace('@trickle/', ''));
      if (!name.startsWith('@trickle/')) this.link(name);
      else {
        this.install(folder);
        this.add(Object.keys(manifestOf(folder).dependencies ?? {}));
      }
    }
  }

  /** Unpacks a packed package here. Returns its archive. */
  install(packageFolder: string): string {
    const { name, version, dependencies = {} } = manifestOf(packageFolder);
    const file = `${name.slice(1).replace('/', '-')}-${version}.tgz`;
    const archive = join(process.env.TRICKLE_ARCHIVES ?? '', file);
    const target = join(this.installed, name);
    mkdirSync(target, { recursive: true });
    execFileSync('tar', ['-xzf', archive, '-C', target, '--strip-components=1']);
    this.#linkCommands(name, target);
    const nested = join(packageFolder, 'node_modules');
    for (const dependency of Object.keys(dependencies)) {
      this.link(dependency, existsSync(join(nested, dependency)) ? nested : undefined);
    }
    return archive;
  }

  /** Copies a dependency from the checkout, or from another folder with packages. */
  link(dependency: string, from = sources.find((folder) => existsSync(join(folder, dependency)))): void {
    if (dependency.startsWith('@trickle/')) return;
    if (from === undefined) throw new Error(`${dependency} is not in the checkout.`);
    const target = join(this.installed, dependency);
    mkdirSync(dirname(target), { recursive: true });
    rmSync(target, { force: true });
    symlinkSync(join(from, dependency), target, 'junction');
    this.#linkCommands(dependency, target);
  }

  /** Puts the commands of a package where npm puts them. */
  #linkCommands(name: string, target: string): void {
    const { bin = {} } = manifestOf(target);
    const commands = typeof bin === 'string' ? { [name.replace(/.*\//, '')]: bin } : bin;
    for (const [command, file] of Object.entries(commands)) {
      const link = join(this.installed, '.bin', command);
      mkdirSync(dirname(link), { recursive: true });
      rmSync(link, { force: true });
      symlinkSync(join(target, file), link);
    }
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }
}
