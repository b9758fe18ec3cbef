import { Hono } from 'hono';
import type { AdminSettings } from '../admin/answer.ts';
import { bindAdmin } from '../admin/routes.ts';
import { api } from '../api/index.ts';
import { bindDocs } from '../docs/routes.ts';
import { bindMail } from '../mail/routes.ts';
import { bindOAuth } from '../oauth/routes.ts';
import { bindScriptHost } from '../script-host/routes.ts';
import { type Answer, type AttendSettings, attend, type Surroundings } from './attend.ts';
import { allowAnyOrigin } from './cors.ts';
import { refuseUnknown } from './known-paths.ts';
import { bindOldForms } from './old-forms.ts';
import { answerTo } from './refusals.ts';
import { bindApi } from './routes.ts';
import type { ServeSettings } from './serve.ts';

export interface AppSettings extends ServeSettings, AttendSettings {
  /** Whether pages of any origin may call the server. */
  readonly cors: boolean;
  readonly admin: Pick<AdminSettings, 'server' | 'password'>;
}

/** The whole server as one function from a request to its answer. */
export function createApp(settings: AppSettings): Answer {
  const app = new Hono({ getPath: pathOf });
  bindApi(app, api, settings);
  bindOldForms(app, settings);
  bindOAuth(app, settings);
  bindAdmin(app, { ...settings, ...settings.admin });
  bindDocs(app, settings);
  bindScriptHost(app, settings);
  bindMail(app, settings);
  app.notFound((http) => refuseUnknown(http.req.method, http.req.path).response());
  app.onError((error) => answerTo(error, settings.report));
  const answer = attend((request, surroundings) => app.fetch(request, surroundings), settings);
  return settings.cors ? allowAnyOrigin(answer) : answer;
}

/** The path as it was sent, still encoded, less one slash at its end. */
// Unspecified: U-02
function pathOf(_request: Request, options?: object): string {
  const { env } = options as { readonly env: Surroundings }; // `attend` passes them in
  const { path } = env.address;
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
