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

const root = join(import.meta.dirname, '../..');

/** The relevant part of a package.json. */
export interface Manifest {
  name: string;
  exports: Record<string, string | { types: string }>;
  dependencies?: Record<string, string>;
  engines?: Record<string, string>;
}

/** Reads the package.json of a package of this repository. */
export const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/**
 * A fresh folder outside the repository with packages as users get them: packed by npm, with their declared
 * dependencies and no others. Nothing is downloaded: dependencies are copied from the checkout.
 */
export class PackedProject implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'trickle-packages-'));
  readonly installed = join(this.folder, 'node_modules');

  /** Packs a built package and unpacks it here. Returns the archive. */
  install(packageFolder: string): string {
    const { name, dependencies = {} } = manifestOf(packageFolder);
    if (!existsSync(join(packageFolder, 'dist'))) throw new Error(`${name} is not built yet: npm run build`);
    const pack = ['pack', '--silent', '--ignore-scripts', `--pack-destination=${this.folder}`];
    const shell = process.platform === 'win32';
    const archive = execFileSync('npm', pack, { cwd: packageFolder, encoding: 'utf8', shell }).trim();
    const target = join(this.installed, name);
    mkdirSync(target, { recursive: true });
    execFileSync('tar', ['-xzf', join(this.folder, archive), '-C', target, '--strip-components=1']);
    for (const dependency of Object.keys(dependencies)) this.link(dependency);
    return join(this.folder, archive);
  }

  /** Copies a dependency from the checkout. */
  link(dependency: string): void {
    if (dependency.startsWith('@trickle/')) return;
    const target = join(this.installed, dependency);
    mkdirSync(dirname(target), { recursive: true });
    rmSync(target, { force: true });
    symlinkSync(join(root, 'node_modules', dependency), target, 'junction');
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }
}
