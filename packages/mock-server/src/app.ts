import type { Hono } from 'hono';
import { api } from './api/handlers/index.ts';
import { trustedProxies } from './api/http/address.ts';
import { allowAnyOrigin } from './api/http/cors.ts';
import { errorResponse } from './api/http/errors.ts';
import { routeOperations } from './api/http/handle-operation.ts';
import { type RequestContext, type RequestHandler, recordRequest } from './api/http/record-request.ts';
import type { AppSettings } from './pages.ts';

/** Creates the server's request handler. */
export function createApp(settings: AppSettings): RequestHandler {
  const toApi = routeOperations(api, settings);
  const toPages = answerPages(settings);
  const resolveProxy = trustedProxies(settings.trustProxy ?? []);
  const handleRecorded = recordRequest(async (request, requestContext) => {
    try {
      return await (toApi(request, requestContext) ?? toPages(request, requestContext));
    } catch (error) {
      return errorResponse(error, settings.report, requestContext.entry);
    }
  }, settings);
  const answer: RequestHandler = (request, peer) =>
    handleRecorded(request, peer && resolveProxy(request, peer));
  return settings.cors ? allowAnyOrigin(answer) : answer;
}

/** Handles everything except API operations. Loaded on first use, because most programs never need it. */
function answerPages(settings: AppSettings) {
  let pages: Promise<Hono> | undefined;
  return async (request: Request, requestContext: RequestContext): Promise<Response> => {
    pages ??= import('./pages.ts').then(({ createPages }) => createPages(settings));
    return (await pages).fetch(request, requestContext);
  };
}
