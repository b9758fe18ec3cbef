import { execFileSync, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { listenOn } from '../setup/ports.ts';
import { root } from '../setup/repository.ts';

/** The checkouts with the packages of the registry. The first one decides which version is the latest. */
const checkouts = [root, join(root, 'packages/sdk/test/runtimes/engines')];
/** Package managers refuse very recent versions. */
const PUBLISHED = '2026-01-01T00:00:00.000Z';

type Dependencies = Readonly<Record<string, string>>;
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly optionalDependencies?: Dependencies;
}

/** One version of a package: its manifest and its files. */
interface Release {
  readonly manifest: Manifest;
  /** Packs the files as npm does, below `package/`. */
  pack(): Promise<Buffer>;
}

interface Archive {
  readonly bytes: Buffer;
  readonly integrity: string;
}

const withIntegrity = (bytes: Buffer): Archive => ({
  bytes,
  integrity: `sha512-${hash('sha512', bytes, 'base64')}`,
});

/** Releases by package name and version, the latest first. */
type Shelf = Map<string, Map<string, Release>>;

/**
 * A local registry with our packed packages and those installed by setup, so that `npm install` and `pnpm add` work as for
 * any user, but offline.
 */
export class Registry {
  readonly #shelf: Shelf = new Map();
  readonly #packed = new Map<Release, Promise<Archive>>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  /** @param archives The folder with our packages. */
  constructor(archives: string) {
    for (const archive of readdirSync(archives)) putArchive(this.#shelf, join(archives, archive));
    for (const checkout of checkouts) putInstalled(this.#shelf, checkout);
  }

  async listen(): Promise<string> {
    return `http://127.0.0.1:${await listenOn(this.#server)}/`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer({ url = '', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const [name = '', file] = decodeURIComponent(url).slice(1).split('/-/');
    const releases = this.#shelf.get(name);
    const release = releases?.get(file?.replace('.tgz', '') ?? '');
    if (release) response.end((await this.#pack(release)).bytes);
    else if (releases && file === undefined) {
      const versions = await Promise.all(
        Array.from(releases.values(), (one) => this.#describe(one, headers.host)),
      );
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(packument(name, versions)));
    } else response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not_found"}');
  }

  #pack(release: Release): Promise<Archive> {
    const archive = this.#packed.get(release) ?? release.pack().then(withIntegrity);
    this.#packed.set(release, archive);
    return archive;
  }

  async #describe(release: Release, host: string | undefined) {
    const { optionalDependencies = {}, ...manifest } = release.manifest;
    // Setup omits packages for other platforms.
    const optional = Object.entries(optionalDependencies).filter(([name]) => this.#shelf.has(name));
    const { integrity } = await this.#pack(release);
    return {
      ...manifest,
      optionalDependencies: Object.fromEntries(optional),
      dist: {
        tarball: `http://${host}/${manifest.name}/-/${manifest.version}.tgz`,
        integrity,
      },
    };
  }
}

/** The packument of a package, whose latest version comes first. */
const packument = (name: string, versions: readonly Manifest[]) => ({
  name,
  'dist-tags': { latest: versions[0]?.version },
  versions: Object.fromEntries(versions.map((one) => [one.version, one])),
  time: Object.fromEntries(versions.map(({ version }) => [version, PUBLISHED])),
});

function put(shelf: Shelf, manifest: Manifest, pack: Release['pack']): void {
  const releases = shelf.get(manifest.name) ?? new Map<string, Release>();
  if (!releases.has(manifest.version)) releases.set(manifest.version, { manifest, pack });
  shelf.set(manifest.name, releases);
}

function putArchive(shelf: Shelf, archive: string): void {
  const text = execFileSync('tar', ['-xzOf', archive, 'package/package.json'], { encoding: 'utf8' });
  put(shelf, JSON.parse(text), async () => readFileSync(archive));
}

/** Offers the packages that npm has installed in a folder, including nested ones. */
function putInstalled(shelf: Shelf, folder: string): void {
  const record = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return;
  const { packages }: { packages: Record<string, { link?: boolean }> } = JSON.parse(
    readFileSync(record, 'utf8'),
  );
  const depth = (path: string) => path.split('node_modules/').length;
  const paths = Object.keys(packages).filter((path) => packages[path]?.link !== true);
  for (const path of paths.sort((a, b) => depth(a) - depth(b))) {
    const installed = join(folder, path);
    const manifest = join(installed, 'package.json');
    if (!path.includes('node_modules/') || !existsSync(manifest)) continue;
    put(shelf, JSON.parse(readFileSync(manifest, 'utf8')), () => packFolder(installed));
  }
}

/** Files that no program loads: package managers take as long for each as for any other. */
const NOT_LOADED = ['*.ts', '*.cts', '*.mts', '*.map', '*.md'].map((pattern) => `--exclude=${pattern}`);

async function packFolder(folder: string): Promise<Buffer> {
  const tar = spawn('tar', ['-cf', '-', '--exclude=./node_modules', ...NOT_LOADED, '.'], { cwd: folder });
  return buffer(tar.stdout);
}
