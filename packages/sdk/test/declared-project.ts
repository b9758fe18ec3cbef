import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDeclarations } from '../../../scripts/build/declarations.ts';

const root = join(import.meta.dirname, '../../..');

/** Installs a package of this repository with its declarations: the built ones if there is a build. */
export function installDeclared(name: string, folder: string): void {
  const source = join(root, 'packages', name);
  const installed = join(folder, 'node_modules/@trickle', name);
  mkdirSync(installed, { recursive: true });
  cpSync(join(source, 'package.json'), join(installed, 'package.json'));
  if (process.env.TRICKLE_BUILT) cpSync(join(source, 'dist'), join(installed, 'dist'), { recursive: true });
  else buildDeclarations(source, join(installed, 'dist'));
}

/** A project of a user, with the built declarations of the SDK. */
export class DeclaredProject implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'trickle-declared-'));

  constructor() {
    installDeclared('sdk', this.folder);
    for (const name of ['zod', 'ky']) this.link(name);
    this.write('package.json', '{ "type": "module" }');
    this.configure('tsconfig.json', {});
  }

  /** Adds a package of this repository. */
  link(name: string): void {
    const target = join(this.folder, 'node_modules', name);
    mkdirSync(join(target, '..'), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), target);
  }

  /** Writes a file. Returns its path. */
  write(name: string, text: string): string {
    const file = join(this.folder, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  /** Writes a configuration of the compiler. Returns its path. */
  configure(
    name: string,
    { files, ...options }: { readonly files?: readonly string[]; types?: string[] },
  ): string {
    const compilerOptions = {
      ...{ module: 'nodenext', target: 'es2024', strict: true, noEmit: true, types: [] },
      ...{ lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'], skipLibCheck: true },
      ...options,
    };
    return this.write(name, JSON.stringify({ compilerOptions, ...(files && { files }) }));
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
