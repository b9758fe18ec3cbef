import type { Report } from '../http/errors.ts';
import type { RequestEntry } from '../request-log/log.ts';
import type { ServerOptions } from '../runtime-options.ts';
import { ServerLog } from '../server-log/server-log.ts';
import type { Metrics } from './metrics.ts';

/** What observes a server for its operators. */
export interface Instruments {
  readonly log: ServerLog | undefined;
  readonly metrics: Metrics | undefined;
  /** Receives internal errors. */
  readonly report: Report;
  /** Receives the entry of each answered request; absent if nothing observes requests. */
  readonly observe: ((entry: RequestEntry) => void) | undefined;
}

/** Creates the instruments that the options ask for. */
export async function createInstruments(options: ServerOptions): Promise<Instruments> {
  const log = options.log && new ServerLog(options.log, secretsIn(options));
  const metrics = options.metrics ? await loadMetrics() : undefined;
  const { onError = log ? () => undefined : (error: unknown) => console.error(error) } = options;
  return {
    log,
    metrics,
    report(error, entry) {
      log?.error(error, entry);
      onError(error, entry?.id);
    },
    observe:
      log || metrics
        ? (entry) => {
            metrics?.observe(entry);
            log?.request(entry);
          }
        : undefined,
  };
}

/** Loads the library for metrics, which only a server with metrics needs. */
async function loadMetrics(): Promise<Metrics> {
  const { Metrics: Loaded } = await import('./metrics.ts');
  return new Loaded();
}

/** The passwords in the options. */
const secretsIn = ({ adminPassword, db, smtp }: ServerOptions): string[] =>
  [adminPassword ?? '', ...[db, smtp].map(passwordIn)].filter((secret) => secret !== '');

/** The password in a URL; empty without one. */
function passwordIn(url: string | undefined): string {
  const { password = '', searchParams } = URL.parse(withHost(url ?? '')) ?? {};
  return decodeURIComponent(password) || (searchParams?.get('password') ?? '');
}

/** The URL of a database may lack a host, which `URL` does not read. */
const withHost = (url: string) => url.replace('@/', '@localhost/');
