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
import { expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../src/index.ts';
import { openTelemetry } from '../src/telemetry/index.ts';

/** A client that gets these answers in turn, and what OpenTelemetry's own SDK recorded of it. */
function observed(answers: (() => Response)[]) {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const spans = new InMemorySpanExporter();
  const tracers = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 10 ** 8 });
  const meters = new MeterProvider({ readers: [reader] });
  onTestFinished(async () => {
    await meters.shutdown();
  });
  const client = createClient({
    baseUrl: 'https://api.test:8443',
    accountId: '7654321',
    apiKey: 'hush-hush',
    headers: { 'x-gateway': 'secret-too' },
    fetch: () => (answers.shift() ?? (() => Response.json({ subscribers: [{ id: '1' }] })))(),
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
  const { client, recorded } = observed([() => new Response('', { status: 503 })]);
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
  expect(metrics.map(({ descriptor }) => descriptor.name)).toEqual([
    'http.client.request.duration',
    'trickle.client.retries',
  ]);
  expect(metrics[0]?.dataPoints.map(({ attributes }) => attributes['http.response.status_code'])).toEqual([
    503, 200,
  ]);
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
  const { client, recorded } = observed([
    () => new Response('', { status: 422 }),
    () => Response.json({ message: 'x', documentation: 'y' }, { status: 429 }),
  ]);
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
  const client = createClient({
    ...{ baseUrl: 'https://api.test', accountId: '9', apiKey: 'key', telemetry: openTelemetry(api) },
    fetch: () => Response.json({ tags: ['a'] }),
  });
  expect(await client.tags.list()).toEqual(['a']);
});
