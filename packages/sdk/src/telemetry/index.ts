/** Spans and metrics of the SDK, through the OpenTelemetry API that you pass in. */
export { type OpenTelemetryApi, type OpenTelemetryParts, openTelemetry } from './open-telemetry.ts';
export type { CallRecord, Operation, Telemetry } from './telemetry.ts';
