import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { DATABASE_DEADLINE, within } from '../shared/platform/timers.ts';
import { NO_ACCOUNT, type Store } from '../store/engine/store.ts';
import { countDueJobs, type DueJobs } from '../store/queries/jobs.ts';
import { LIMIT_NAMES, type RequestEntry } from './request-log/log.ts';
import { operationLabel } from './request-log/operation-label.ts';

/** The ends of attempts of webhook deliveries: by the class of the status, or without a response. */
const WEBHOOK_RESULTS = ['2xx', '3xx', '4xx', '5xx', 'no_response', 'other'] as const;

function resultOf(status: number | undefined): (typeof WEBHOOK_RESULTS)[number] {
  if (status === undefined) return 'no_response';
  if (status < 200 || status >= 600) return 'other';
  return status < 300 ? '2xx' : status < 400 ? '3xx' : status < 500 ? '4xx' : '5xx';
}

/** Upper bounds of the histogram of durations, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of this process, which all its servers share. */
let processRegistry: Registry | undefined;

function metricsOfProcess(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

export interface MetricSources {
  readonly store: Store;
  /** The time of the server's shared clock, in milliseconds since 1970. */
  readonly now: () => number;
}

/** The metrics of one server for Prometheus. Every label has a fixed set of values. */
// Unspecified: U-231
export class Metrics {
  readonly #registry = new Registry();
  readonly #process = metricsOfProcess();
  readonly #counts = countersIn(this.#registry);
  readonly #gauges = gaugesIn(this.#registry);
  readonly #poolRegistry = new Registry();
  readonly #poolGauges = poolGaugesIn(this.#poolRegistry);
  readonly #kinds: readonly string[];

  /** `kinds`: those of jobs. */
  constructor(kinds: readonly string[]) {
    this.#kinds = kinds;
    // Counters that start at 0 let Prometheus see their first increase.
    for (const limit of LIMIT_NAMES) this.#counts.refusals.inc({ limit }, 0);
    for (const result of WEBHOOK_RESULTS) this.#counts.webhooks.inc({ result }, 0);
  }

  countEmail(): void {
    this.#counts.emails.inc();
  }

  /** Counts an attempt of a webhook delivery by its status, or without a response. */
  countWebhook(status: number | undefined): void {
    this.#counts.webhooks.inc({ result: resultOf(status) });
  }

  observe(entry: RequestEntry): void {
    const { status, milliseconds = 0, limit } = entry;
    const operation = operationLabel(entry);
    this.#counts.requests.inc({ operation, status: status === undefined ? 'dropped' : String(status) });
    this.#counts.durations.observe({ operation }, milliseconds / 1000);
    if (limit !== undefined) this.#counts.refusals.inc({ limit });
  }

  /** The metrics as Prometheus reads them. The queue is absent while the database does not answer. */
  async text({ store, now }: MetricSources): Promise<string> {
    const at = now();
    const counted = store.read((tx) => countDueJobs(tx, '', at), NO_ACCOUNT).catch(() => undefined);
    const due = await within(counted, DATABASE_DEADLINE, undefined);
    this.#gauges.up.set(due === undefined ? 0 : 1);
    this.#setJobs(due, at);
    const pool = store.pool();
    if (!pool) return Registry.merge([this.#registry, this.#process]).metrics();
    this.#poolGauges.size.set(pool.size);
    this.#poolGauges.idle.set(pool.idle);
    this.#poolGauges.waiting.set(pool.waiting);
    this.#poolGauges.lockWaits.set(pool.lockWaits);
    this.#poolGauges.oldestLockWait.set(pool.oldestLockWait / 1000);
    return Registry.merge([this.#registry, this.#poolRegistry, this.#process]).metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  #setJobs(due: readonly DueJobs[] | undefined, now: number): void {
    const { jobs, jobAge } = this.#gauges;
    jobs.reset();
    jobAge.reset();
    if (due === undefined) return;
    for (const kind of this.#kinds) {
      const queue = due.find((entry) => entry.kind === kind);
      jobs.set({ kind }, queue?.count ?? 0);
      jobAge.set({ kind }, queue ? Math.max(0, now - queue.oldest) / 1000 : 0);
    }
  }
}

const countersIn = (registry: Registry) => {
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `trickle_${name}`, help, labelNames, registers });
  return {
    requests: counter('requests_total', 'Answered requests by operation and status.', 'operation', 'status'),
    durations: new Histogram({
      name: 'trickle_request_duration_seconds',
      help: 'Seconds until the response, by operation.',
      labelNames: ['operation'],
      buckets: BUCKETS,
      registers,
    }),
    refusals: counter(
      'rate_limit_refusals_total',
      'Requests that a rate limit or the lock of a subscriber rejected, by limit.',
      'limit',
    ),
    webhooks: counter(
      'webhook_attempts_total',
      'Attempts of webhook deliveries by the class of the status.',
      'result',
    ),
    emails: counter('emails_sent_total', 'Emails put into the outbox.'),
  };
};

const gaugesFor =
  (registry: Registry) =>
  <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `trickle_${name}`, help, labelNames, registers: [registry] });

const gaugesIn = (registry: Registry) => {
  const gauge = gaugesFor(registry);
  return {
    up: gauge('database_up', 'Whether the database answered this scrape.'),
    jobs: gauge('jobs_due', 'Due jobs in the database by kind.', 'kind'),
    jobAge: gauge('jobs_oldest_due_age_seconds', 'Age of the oldest due job by kind.', 'kind'),
  };
};

const poolGaugesIn = (registry: Registry) => {
  const gauge = gaugesFor(registry);
  return {
    size: gauge('database_pool_connections', 'Open connections to the database.'),
    idle: gauge('database_pool_idle', 'Idle connections to the database.'),
    waiting: gauge('database_pool_waiting', 'Transactions that wait for a connection.'),
    lockWaits: gauge(
      'database_lock_waiting',
      'Transactions of this server that wait for the lock of their account.',
    ),
    oldestLockWait: gauge(
      'database_lock_oldest_wait_seconds',
      'Age of the oldest wait for the lock of an account.',
    ),
  };
};
