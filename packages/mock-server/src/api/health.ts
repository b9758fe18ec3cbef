import type { MetricSources, Metrics } from '../observe/metrics.ts';
import { DATABASE_DEADLINE, within } from '../shared/platform/timers.ts';
import { findSchemaProblem } from '../store/engine/schema-version.ts';
import type { Store } from '../store/engine/store.ts';
import { addressOf, OPERATIONS_PATHS, type Peer } from './http/address.ts';
import type { AdminAccess } from './http/admin-access.ts';
import { methodNotAllowed } from './http/errors.ts';

interface ReadinessSources {
  readonly store: Store;
  readonly isClosing: () => boolean;
  /** Real milliseconds that the database has to answer. */
  readonly deadline?: number | undefined;
}

/** Checks whether a server can take requests. Checks at the same time share one question to the database. */
// Unspecified: U-230
export class Readiness {
  readonly #sources: ReadinessSources;
  #pending: Promise<string | undefined> | undefined;

  constructor(sources: ReadinessSources) {
    this.#sources = sources;
  }

  /** Returns why the server cannot take requests; undefined if it can. */
  async problem(): Promise<string | undefined> {
    const { store, isClosing, deadline = DATABASE_DEADLINE } = this.#sources;
    if (isClosing()) return CLOSING;
    // Without the error's own words, which may name hosts and users.
    this.#pending ??= findSchemaProblem(store)
      .catch(() => 'the database cannot be reached')
      .finally(() => {
        this.#pending = undefined;
      });
    const late = `the database did not answer within ${deadline} ms`;
    const problem = await within(this.#pending, deadline, late);
    return isClosing() ? CLOSING : problem;
  }
}

const CLOSING = 'the server is closing';

interface OperationsSettings {
  readonly readiness: Readiness;
  /** Absent unless asked for. */
  readonly metrics: Metrics | undefined;
  readonly sources: MetricSources;
  readonly access: AdminAccess;
}

/** Answers health, readiness and metrics, also while the database is down, without account and faults. Undefined for other requests. */
// Unspecified: U-229
export function answerOperations(
  settings: OperationsSettings,
  request: Request,
  peer: Peer | undefined,
): Promise<Response> | undefined {
  const { path } = addressOf(request, peer);
  const { metrics } = settings;
  const answerWith = (answer: () => Promise<Response>) => answerMethod(request, path, answer);
  switch (path) {
    case OPERATIONS_PATHS.health:
      return answerWith(async () => json(200, { status: 'ok' }));
    case OPERATIONS_PATHS.readiness:
      return answerWith(() => answerReadiness(settings));
    case OPERATIONS_PATHS.metrics:
      return metrics && answerWith(() => answerMetrics(metrics, settings, request, peer));
    default:
      return undefined;
  }
}

/** Answers GET, and HEAD without the body. */
async function answerMethod(
  { method }: Request,
  path: string,
  answer: () => Promise<Response>,
): Promise<Response> {
  if (method !== 'GET' && method !== 'HEAD')
    return methodNotAllowed(method, path, ['GET', 'HEAD']).response();
  const response = await answer();
  return method === 'HEAD' ? new Response(null, response) : response;
}

async function answerReadiness({ readiness }: OperationsSettings): Promise<Response> {
  const reason = await readiness.problem();
  return reason === undefined ? json(200, { status: 'ready' }) : json(503, { status: 'unavailable', reason });
}

async function answerMetrics(
  metrics: Metrics,
  { sources, access }: OperationsSettings,
  request: Request,
  peer: Peer | undefined,
): Promise<Response> {
  const denial = access.denialOf(request, peer);
  if (denial) return denial.response();
  return new Response(await metrics.text(sources), {
    headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' },
  });
}

const json = (status: number, body: object) =>
  new Response(`${JSON.stringify(body)}\n`, {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
