import { withSnakeNames } from '../admin/wire-names.ts';
import type { LogEntry } from '../server-log/log-entry.ts';

/** Formats a log entry for `--log json`: one line. */
export const logLine = (entry: LogEntry): string => `${JSON.stringify(withSnakeNames(entry))}\n`;
