import { withSnakeNames } from '../admin/wire.ts';
import type { LogEntry } from '../observe/log/log-entry.ts';

/** Formats a log entry for `--log json`: one line. */
export const logLine = (entry: LogEntry): string => `${JSON.stringify(withSnakeNames(entry))}\n`;
