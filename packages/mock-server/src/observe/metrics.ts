import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { DATABASE_DEADLINE, within } from '../shared/platform/within.ts';
import type { Store } from '../store/engine/store.ts';
import { countDueJobs, type DueJobs } from '../store/tables/due-jobs.ts';
import { LIMIT_NAMES, type RequestEntry } from './request-log/log.ts';
import { operationLabel } from './request-log/operation-label.ts';

/** How attempts of webhook deliveries end: by the class of the status, or without a response. */
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

/** What a scrape reads. */
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

  /** Counts an email that was sent. */
  countEmail(): void {
    this.#counts.emails.inc();
  }

  /** Counts an attempt of a webhook delivery by its status, or without a response. */
  countWebhook(status: number | undefined): void {
    this.#counts.webhooks.inc({ result: resultOf(status) });
  }

  /** Counts an answered request. */
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
    const counted = store.read((tx) => countDueJobs(tx, '', at)).catch(() => undefined);
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

const countersIn = (registry: Registry) => ({
  requests: new Counter({
    name: 'trickle_requests_total',
    help: 'Answered requests by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  }),
  durations: new Histogram({
    name: 'trickle_request_duration_seconds',
    help: 'Seconds until the response, by operation.',
    labelNames: ['operation'],
    buckets: BUCKETS,
    registers: [registry],
  }),
  refusals: new Counter({
    name: 'trickle_rate_limit_refusals_total',
    help: 'Requests that a rate limit or the lock of a subscriber rejected, by limit.',
    labelNames: ['limit'],
    registers: [registry],
  }),
  webhooks: new Counter({
    name: 'trickle_webhook_attempts_total',
    help: 'Attempts of webhook deliveries by the class of the status.',
    labelNames: ['result'],
    registers: [registry],
  }),
  emails: new Counter({
    name: 'trickle_emails_sent_total',
    help: 'Emails put into the outbox.',
    registers: [registry],
  }),
});

const gaugesIn = (registry: Registry) => ({
  up: new Gauge({
    name: 'trickle_database_up',
    help: 'Whether the database answered this scrape.',
    registers: [registry],
  }),
  jobs: new Gauge({
    name: 'trickle_jobs_due',
    help: 'Due jobs in the database by kind.',
    labelNames: ['kind'],
    registers: [registry],
  }),
  jobAge: new Gauge({
    name: 'trickle_jobs_oldest_due_age_seconds',
    help: 'Age of the oldest due job by kind.',
    labelNames: ['kind'],
    registers: [registry],
  }),
});

const poolGaugesIn = (registry: Registry) => ({
  size: new Gauge({
    name: 'trickle_database_pool_connections',
    help: 'Open connections to the database.',
    registers: [registry],
  }),
  idle: new Gauge({
    name: 'trickle_database_pool_idle',
    help: 'Idle connections to the database.',
    registers: [registry],
  }),
  waiting: new Gauge({
    name: 'trickle_database_pool_waiting',
    help: 'Transactions that wait for a connection.',
    registers: [registry],
  }),
  lockWaits: new Gauge({
    name: 'trickle_database_lock_waiting',
    help: 'Transactions of this server that wait for the lock of their account.',
    registers: [registry],
  }),
  oldestLockWait: new Gauge({
    name: 'trickle_database_lock_oldest_wait_seconds',
    help: 'Age of the oldest wait for the lock of an account.',
    registers: [registry],
  }),
});
