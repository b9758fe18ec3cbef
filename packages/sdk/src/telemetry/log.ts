import type { Telemetry } from './telemetry.ts';

/** A logger: `console`, or one such as pino. */
export interface Logger {
  debug(line: string): void;
}

/**
 * Logs a line for each call: operation, method, path, the status of each attempt, waits and duration. The path has
 * placeholders, so no line contains an email address, an id or a credential.
 */
const logOf = (logger: Logger): Telemetry => ({
  start({ name, method, path }) {
    const attempts: string[] = [];
    const waits: string[] = [];
    let time = 0;
    const rounded = (milliseconds: number) => `${Math.round(milliseconds)} ms`;
    return {
      waited(milliseconds, reason) {
        time += milliseconds;
        if (milliseconds >= 1) waits.push(`, waited ${rounded(milliseconds)} (${reason})`);
      },
      attempted(milliseconds, { status, error }) {
        time += milliseconds;
        attempts.push(String(status ?? (error as Error).name)); // the SDK's own error
      },
      end(error) {
        const count = attempts.length - 1;
        const retries = count > 0 ? `, ${count} ${count === 1 ? 'retry' : 'retries'}` : '';
        const failure = error instanceof Error && attempts.length === 0 ? error.name : '';
        const outcome = attempts.join(', ') || failure || 'not sent';
        logger.debug(`${name}: ${method} ${path} ${outcome}, ${rounded(time)}${retries}${waits.join('')}`);
      },
    };
  },
});

/** Logs to a logger, in addition to any other telemetry. */
export const logTo = (logger: Logger, telemetry: Telemetry | undefined): Telemetry =>
  telemetry ? both(telemetry, logOf(logger)) : logOf(logger);

const both = (first: Telemetry, second: Telemetry): Telemetry => ({
  start(operation) {
    const records = [first.start(operation), second.start(operation)];
    return {
      waited: (...report) => records.forEach((record) => void record.waited(...report)),
      attempted: (...report) => records.forEach((record) => void record.attempted(...report)),
      end: (error) => records.forEach((record) => void record.end(error)),
    };
  },
});
