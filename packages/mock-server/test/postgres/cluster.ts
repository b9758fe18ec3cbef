import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findPostgres, POSTGRES } from '../../../../scripts/setup/requirements.mjs';

/** Why there is no PostgreSQL for tests, if there is none; CI must have one. */
const missing = POSTGRES.isInstalled()
  ? undefined
  : `no PostgreSQL: install it (apt-get install ${POSTGRES.packages.join(' ')}) to run these tests`;

type Settings = Readonly<Record<string, string>>;

/** The settings of a database that may be lost with its machine, but not with its process. */
const SETTINGS: Settings = { fsync: 'off', full_page_writes: 'off', max_connections: '300' };

/** Further settings of a database that may be lost with its process, and whose tables stay small. */
export const SHORT_LIVED: Settings = {
  max_connections: '600',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  shared_buffers: '256MB',
  autovacuum: 'off',
  track_counts: 'off',
  update_process_title: 'off',
  bgwriter_lru_maxpages: '0',
  wal_writer_delay: '10s',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
};

/** PostgreSQL in a temporary folder, reached through a socket in it, so that it needs no port. */
export class PostgresCluster implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'trickle-pg-'));
  readonly #programs = findPostgres() ?? '';
  /** PostgreSQL refuses to run as root. */
  readonly #user: { readonly uid?: number; readonly gid?: number } =
    userInfo().uid === 0 ? (userIds('postgres') ?? userIds('nobody') ?? {}) : {};
  readonly #settings: Settings;
  #server: ChildProcess | undefined;

  private constructor(settings: Settings) {
    this.#settings = { ...SETTINGS, ...settings };
  }

  static async start(settings: Settings = {}): Promise<PostgresCluster> {
    if (missing !== undefined) throw new Error(missing);
    const cluster = new PostgresCluster(settings);
    cluster.#initialize();
    await cluster.start();
    return cluster;
  }

  /** The URL of a database, for a role. */
  url(database: string, role = 'trickle'): string {
    return `postgres://${role}@/${database}?host=${encodeURIComponent(this.#folder)}`;
  }

  /** Starts the server process, and waits until it accepts connections. */
  async start(): Promise<void> {
    const settings = Object.entries(this.#settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn(
      join(this.#programs, 'postgres'),
      ['-D', join(this.#folder, 'data'), '-k', this.#folder, '-c', 'listen_addresses=', ...settings],
      { ...this.#user, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      let log = '';
      server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${log}`)));
      server.stderr.on('data', (chunk) => {
        log = (log + chunk).slice(-10_000);
        if (log.includes('ready to accept connections')) resolve();
      });
    });
  }

  /** Ends the server process, which cuts all connections. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined || server.exitCode !== null) return;
    const exited = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGQUIT'); // at once, as when it crashes
    await exited;
  }

  /** Runs statements in a database. */
  async run(statements: string, database = 'postgres'): Promise<void> {
    const client = new pg.Client({ connectionString: this.url(database) });
    await client.connect();
    try {
      await client.query(statements);
    } finally {
      await client.end();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #initialize(): void {
    const { uid, gid } = this.#user;
    if (uid !== undefined && gid !== undefined) chownSync(this.#folder, uid, gid);
    const options = ['--auth=trust', '--username=trickle', '--encoding=UTF8', '--no-locale', '--no-sync'];
    execFileSync(join(this.#programs, 'initdb'), ['-D', join(this.#folder, 'data'), ...options], {
      ...this.#user,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
}

/** The ids of a user of this machine; undefined if there is none. */
function userIds(name: string): { readonly uid: number; readonly gid: number } | undefined {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}
