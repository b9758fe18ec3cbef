import { DatabaseVersionError } from '../store/engine/errors.ts';
import type { LogEntry, Report } from './log/log-entry.ts';
import { OutageError, OutageLog } from './log/outage-log.ts';
import { ServerLog } from './log/server-log.ts';
import type { Metrics } from './metrics.ts';
import type { RequestEntry } from './request-log/log.ts';

export interface Instruments {
  readonly log: ServerLog | undefined;
  readonly metrics: Metrics | undefined;
  readonly report: Report;
  /** Logs the end of an outage of the database, found by a function that asks the database for anything. */
  readonly watchDatabase: (probe: () => Promise<unknown>) => void;
  /** Receives the entry of each answered request; absent if nothing observes requests. */
  readonly observe: ((entry: RequestEntry) => void) | undefined;
}

/** The options of a server that concern its instruments: what to report to, and where its passwords are. */
export interface InstrumentOptions {
  readonly log?: ((entry: LogEntry) => void) | undefined;
  readonly metrics?: boolean | undefined;
  readonly onError?: ((error: unknown, requestId?: string) => void) | undefined;
  readonly adminPassword?: string | undefined;
  readonly db?: string | undefined;
  readonly smtp?: string | undefined;
}

/** Creates the instruments that the options ask for. `jobKinds`: the kinds of jobs, which metrics name. */
export async function createInstruments(
  options: InstrumentOptions,
  jobKinds: readonly string[],
): Promise<Instruments> {
  const log = options.log && new ServerLog(options.log, secretsIn(options));
  // Only servers with metrics need the library.
  const metrics = options.metrics ? new (await import('./metrics.ts')).Metrics(jobKinds) : undefined;
  const isTold = newOutdatedTold();
  const { onError } = options;
  const outages = new OutageLog({
    log(error, entry) {
      log?.error(error, entry);
      if (!log && !onError) console.error(error);
    },
    logEnd(leftOut) {
      log?.server('database_back', { leftOut });
      if (!log && !onError) console.error(`The database answers again; ${leftOut} errors were left out.`);
    },
  });
  return {
    log,
    metrics,
    report(error, entry) {
      if (isTold(error)) return;
      outages.report(error, entry);
      onError?.(error, entry?.id);
    },
    watchDatabase: (probe) => outages.watch(probe),
    observe:
      log || metrics
        ? (entry) => {
            metrics?.observe(entry);
            log?.request(entry);
          }
        : undefined,
  };
}

/** Returns a function that tells whether an error says again that a newer server has migrated the tables. */
function newOutdatedTold(): (error: unknown) => boolean {
  let told: string | undefined;
  return (error) => {
    const reason = error instanceof OutageError ? error.cause : error;
    if (!(reason instanceof DatabaseVersionError)) return false;
    const isTold = told === reason.message;
    told = reason.message;
    return isTold;
  };
}

/** Loads the metrics library, which only servers with metrics need. */
const secretsIn = ({ adminPassword, db, smtp }: InstrumentOptions): string[] =>
  [adminPassword ?? '', ...[db, smtp].map(passwordIn)].filter((secret) => secret !== '');

/** The password in a URL; empty without one. */
function passwordIn(url: string | undefined): string {
  const { password = '', searchParams } = URL.parse(withHost(url ?? '')) ?? {};
  return decodeURIComponent(password) || (searchParams?.get('password') ?? '');
}

/** The URL of a database may lack a host, which `URL` does not read. */
const withHost = (url: string) => url.replace('@/', '@localhost/');
