import type { AdminSettings } from './admin/http/answer.ts';
import type { ServeSettings } from './api/http/pipeline.ts';
import type { RecordingSettings } from './api/http/record-request.ts';

export interface AppSettings extends ServeSettings, RecordingSettings {
  /** Whether pages of any origin may call the server (CORS). */
  readonly cors: boolean;
  /** Trusted proxies. */
  readonly trustProxy: readonly string[] | undefined;
  readonly admin: Pick<AdminSettings, 'server' | 'inspector' | 'access'>;
}
