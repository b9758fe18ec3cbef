import * as api from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { expect, onTestFinished, test } from 'vitest';
import type { Fetch } from '../src/index.ts';
import { openTelemetry } from '../src/telemetry/index.ts';
import { answered, clientOf, failed, ok } from './answered-client.ts';

const found = () => Response.json({ subscribers: [{ id: '1' }] });

/** A client that gets these answers in turn, and what OpenTelemetry's own SDK recorded of it. */
function observed(answers: readonly Fetch[]) {
  const spans = new InMemorySpanExporter();
  const tracers = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 10 ** 8 });
  const meters = new MeterProvider({ readers: [reader] });
  onTestFinished(() => meters.shutdown());
  const { client } = answered(answers, {
    ...{ baseUrl: 'https://api.test:8443', accountId: '7654321', apiKey: 'hush-hush' },
    headers: { 'x-gateway': 'secret-too' },
    telemetry: openTelemetry({ tracer: tracers.getTracer('test'), meter: meters.getMeter('test') }),
  });
  const recorded = async () => {
    await reader.forceFlush();
    const all = metrics
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
    return { spans: spans.getFinishedSpans(), metrics: all };
  };
  return { client, recorded };
}

test('a call is a span, with its attempts', async () => {
  const { client, recorded } = observed([failed, found]);
  await client.subscribers.get('ann@example.com');
  const { spans, metrics } = await recorded();
  expect(spans).toHaveLength(1);
  expect(spans[0]).toMatchObject({
    name: 'GET /v2/{account_id}/subscribers/{id_or_email_or_visitor_uuid}',
    kind: api.SpanKind.CLIENT,
    status: { code: api.SpanStatusCode.UNSET },
    attributes: {
      'http.request.method': 'GET',
      'http.request.resend_count': 1,
      'http.response.status_code': 200,
      'server.address': 'api.test',
      'server.port': 8443,
      'trickle.operation': 'subscribers.get',
    },
  });
  const names = metrics.map(({ descriptor }) => descriptor.name);
  expect(names).toEqual(['http.client.request.duration', 'trickle.client.retries']);
  const statuses = metrics[0]?.dataPoints.map(({ attributes }) => attributes['http.response.status_code']);
  expect(statuses).toEqual([503, 200]);
});

test('a failed call is a span with its error', async () => {
  const { client, recorded } = observed([() => new Response('', { status: 404 })]);
  await client.subscribers.get('ann@example.com').catch(() => {});
  await client.subscribers.upsert({ email: 'no' }).catch(() => {});
  const { spans } = await recorded();
  expect(spans.map(({ status, attributes }) => [status.code, attributes['error.type']])).toEqual([
    [api.SpanStatusCode.ERROR, '404'],
  ]);
});

test('neither credentials nor subscribers are recorded', async () => {
  const limited = () => Response.json({ message: 'x', documentation: 'y' }, { status: 429 });
  const { client, recorded } = observed([() => new Response('', { status: 422 }), limited, found]);
  for (let i = 0; i < 3; i += 1)
    await client.subscribers.upsert({ email: 'ann@example.com' }).catch(() => {});
  const { spans, metrics } = await recorded();
  expect(spans).toHaveLength(3);
  const text = JSON.stringify([
    spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
    metrics,
  ]);
  for (const secret of ['hush-hush', btoa('hush-hush:'), 'secret-too', 'ann@', '7654321']) {
    expect(text).not.toContain(secret);
  }
});

test('the whole API can be passed as well', async () => {
  expect(await clientOf({ telemetry: openTelemetry(api), fetch: ok }).tags.list()).toEqual([]);
});
