import { Hono } from 'hono';
import type { AdminSettings } from './admin/http/answer.ts';
import type { InspectorSettings } from './admin/inspector.ts';
import { bindDocs } from './api/docs/routes.ts';
import { bindMail } from './api/email-links/routes.ts';
import { type Peer, relativeRoot } from './api/http/address.ts';
import { errorResponse } from './api/http/errors.ts';
import type { ApiServer } from './api/http/handler.ts';
import type { RecordingSettings, RequestContext } from './api/http/record-request.ts';
import { unknownPathError } from './api/http/router.ts';
import { bindLegacyRequests } from './api/legacy-requests.ts';
import { bindOAuth } from './api/oauth/routes.ts';
import { errorPage, unknownPage, wantsPage } from './api/pages/error-page.ts';
import { bindScriptHost } from './api/script-host/routes.ts';

/** The settings of the request handler. */
export interface AppSettings extends ApiServer, RecordingSettings {
  /** Whether pages of any origin may call the server (CORS). */
  readonly cors: boolean;
  /** Trusted proxies. */
  readonly trustProxy: readonly string[] | undefined;
  readonly admin: Pick<AdminSettings, 'scope' | 'access'>;
}

/** Creates the app for everything except API operations: pages, the page script, OAuth, the admin API. */
export function createPages(settings: AppSettings): Hono {
  const app = new Hono({ getPath: pathOf });
  bindLegacyRequests(app, settings);
  bindOAuth(app, { ...settings, mayListUsers: (request, peer) => isTrusted(settings, request, peer) });
  bindAdmin(app, { ...settings, ...settings.admin });
  bindInspector(app, settings.admin);
  bindDocs(app, settings);
  bindScriptHost(app, settings);
  bindMail(app, settings);
  app.notFound(({ req, env }) => {
    const { entry, address } = env as RequestContext; // passed in by `recordRequest`
    const error = unknownPathError(req.method, req.path);
    const isBrowsed = ['GET', 'HEAD'].includes(req.method) && !/^\/v[23]\//.test(req.path);
    return isBrowsed && wantsPage(req.raw.headers)
      ? unknownPage(error.message, relativeRoot(address))
      : error.response(entry);
  });
  app.onError(async (error, http) => {
    const { entry } = http.env as RequestContext; // passed in by `recordRequest`
    const response = errorResponse(error, settings.report, entry);
    // A browser asks for the password by the response's own header.
    const isShown = response.status !== 401 && isPage(http.req.path) && wantsPage(http.req.raw.headers);
    if (!isShown) return response;
    entry.response = undefined; // the page takes its place
    return errorPage(response.status);
  });
  return app;
}

/** Serves the admin API under `/_admin`. Its code is loaded on first use. */
function bindAdmin(app: Hono, settings: AdminSettings): void {
  app.all('/_admin/*', async (http) => {
    const { answerAdmin } = await import('./admin/http/answer.ts');
    return answerAdmin(settings, http.req.raw, http.env as RequestContext); // passed in by `recordRequest`
  });
}

/** Serves the inspector under `/_inspector`, and redirects browsers there from `/` and `/inspector`. Its code is loaded on first use. */
function bindInspector(app: Hono, settings: InspectorSettings): void {
  app.on(['GET', 'HEAD'], ['/', '/inspector', '/inspector/*'], async (http, next) => {
    if (!wantsPage(http.req.raw.headers)) return next();
    const { address } = http.env as RequestContext; // passed in by `recordRequest`
    return http.redirect(`${relativeRoot(address)}_inspector`);
  });

  app.on(['GET', 'HEAD'], ['/_inspector', '/_inspector/*'], async (http) => {
    const { answerInspector } = await import('./admin/inspector.ts');
    return answerInspector(settings, http.req.raw, http.env as RequestContext); // passed in by `recordRequest`
  });
}

/** Whether a visitor may use the admin API. Pages of other sites cannot read a page that they lead a visitor to. */
function isTrusted({ admin }: AppSettings, { url, headers }: Request, peer: Peer | undefined): boolean {
  const copy = new Headers(headers);
  for (const name of ['origin', 'sec-fetch-site']) copy.delete(name);
  return admin.access.denialOf(new Request(url, { headers: copy }), peer) === undefined;
}

/** Whether a path is a page for visitors. */
const isPage = (path: string) => path.startsWith('/forms/');

/**
 * The request path, still encoded, without a trailing slash. Doubled slashes are merged only below `/v2` and `/v3`,
 * so that no other path can turn into one of the server's own.
 */
// Unspecified: U-02
function pathOf(_request: Request, options?: object): string {
  const { env } = options as { readonly env: RequestContext }; // passed in by `recordRequest`
  const sent = env.address.path;
  const path = /^\/+v[23]\//.test(sent) ? sent.replaceAll(/\/{2,}/g, '/') : sent;
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
