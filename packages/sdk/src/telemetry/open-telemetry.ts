import { ApiError } from '../core/api-errors.ts';
import type { CallRecord, Operation, Telemetry } from './telemetry.ts';

type Attributes = Record<string, string | number | boolean>;

/** The part of OpenTelemetry's `Span` that is used. */
interface Span {
  setAttribute(name: string, value: string | number | boolean): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  addEvent(name: string, attributes?: Attributes): unknown;
  end(): void;
}

interface Tracer {
  startSpan(name: string, options?: { kind?: number; attributes?: Attributes }): Span;
}

/** A tracer, a meter, or both. */
export interface OpenTelemetryParts {
  readonly tracer?: Tracer | undefined;
  readonly meter?: Meter | undefined;
}

/** The part of OpenTelemetry's `Meter` that is used. */
interface Meter {
  createHistogram(
    name: string,
    options?: { unit?: string },
  ): { record(value: number, of?: Attributes): void };
  createCounter(name: string, options?: { unit?: string }): { add(value: number, of?: Attributes): void };
}

/** The module `@opentelemetry/api`. */
export interface OpenTelemetryApi {
  readonly trace: { getTracer(name: string): Tracer };
  readonly metrics: { getMeter(name: string): Meter };
}

const NAME = '@trickle/sdk';
/** `SpanKind.CLIENT` and `SpanStatusCode.ERROR`. The API is not imported. */
const CLIENT = 2;
const FAILED = 2;

/**
 * Makes the `telemetry` option of `createClient` from a tracer, a meter, or the whole API:
 *
 * ```ts
 * import * as api from '@opentelemetry/api';
 * const client = createClient({ baseUrl, accountId, apiKey, telemetry: openTelemetry(api) });
 * ```
 *
 * It records a span for each call, named by method and path template, and the metrics `http.client.request.duration` for
 * each attempt and `trickle.client.wait.duration` for waits, in seconds, and `trickle.client.retries`. Nothing recorded
 * identifies a subscriber or the account or contains credentials: paths keep their placeholders.
 */
export function openTelemetry(source: OpenTelemetryApi | OpenTelemetryParts): Telemetry {
  const isApi = 'trace' in source;
  const tracer = isApi ? source.trace.getTracer(NAME) : source.tracer;
  const meter = isApi ? source.metrics.getMeter(NAME) : source.meter;
  const instruments = meter && {
    durations: meter.createHistogram('http.client.request.duration', { unit: 's' }),
    waits: meter.createHistogram('trickle.client.wait.duration', { unit: 's' }),
    retries: meter.createCounter('trickle.client.retries', { unit: '{retry}' }),
  };
  return {
    start(operation): CallRecord {
      const attributes = attributesOf(operation);
      const span = tracer?.startSpan(`${operation.method} ${operation.path}`, { kind: CLIENT, attributes });
      let attempts = 0;
      return {
        waited(milliseconds, reason) {
          if (milliseconds < 1) return;
          instruments?.waits.record(milliseconds / 1000, { ...attributes, 'trickle.wait.reason': reason });
          span?.addEvent('waited', { 'trickle.wait.reason': reason, 'trickle.wait.ms': milliseconds });
        },
        attempted(milliseconds, { status, error }) {
          const result = resultOf(status, error);
          instruments?.durations.record(milliseconds / 1000, { ...attributes, ...result });
          for (const [name, value] of Object.entries(result)) span?.setAttribute(name, value);
          if (attempts > 0) {
            instruments?.retries.add(1, attributes);
            span?.setAttribute('http.request.resend_count', attempts);
          }
          attempts += 1;
        },
        end(error) {
          if (error !== undefined) {
            // The message may contain the email address of a subscriber, so only the type is recorded.
            span?.setAttribute('error.type', typeOf(error));
            span?.setStatus({ code: FAILED, message: typeOf(error) });
          }
          span?.end();
        },
      };
    },
  };
}

function attributesOf({ name, method, path, baseUrl }: Operation): Attributes {
  const { hostname, port, protocol } = new URL(baseUrl);
  return {
    'http.request.method': method,
    'url.template': path,
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    'trickle.operation': name,
  };
}

function resultOf(status: number | undefined, error: unknown): Attributes {
  if (status === undefined) return { 'error.type': typeOf(error) };
  const isFailure = status >= 400;
  return { 'http.response.status_code': status, ...(isFailure && { 'error.type': String(status) }) };
}

function typeOf(error: unknown): string {
  if (error instanceof ApiError) return String(error.status);
  return error instanceof Error ? error.name : 'aborted';
}
