import { execFileSync } from 'node:child_process';
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

  /** Packs a built package and unpacks it here. Returns the archive. */
  install(packageFolder: string): string {
    const manifest = manifestOf(packageFolder);
    const { name, dependencies = {} } = manifest;
    if (!existsSync(join(packageFolder, 'dist'))) throw new Error(`${name} is not built yet: npm run build`);
    const archive = this.#packed(manifest) ?? this.#pack(packageFolder);
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

  /** The archive of a test run that has packed the packages before: see scripts/packed/pack-once.ts. */
  #packed({ name, version }: Manifest): string | undefined {
    const archives = process.env.TRICKLE_ARCHIVES;
    return archives && join(archives, `${name.slice(1).replace('/', '-')}-${version}.tgz`);
  }

  #pack(packageFolder: string): string {
    const pack = ['pack', '--silent', '--ignore-scripts', `--pack-destination=${this.folder}`];
    const shell = process.platform === 'win32';
    return join(
      this.folder,
      execFileSync('npm', pack, { cwd: packageFolder, encoding: 'utf8', shell }).trim(),
    );
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
