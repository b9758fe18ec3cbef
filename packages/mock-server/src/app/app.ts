import type { Hono } from 'hono';
import { api } from '../api/index.ts';
import { allowAnyOrigin } from '../http/cors.ts';
import { errorResponse } from '../http/errors.ts';
import { type Answer, type RequestContext, recordRequest } from '../http/record-request.ts';
import { answerApi } from '../http/routes.ts';
import { trustedProxies } from '../http/trusted-proxies.ts';
import type { AppSettings } from './settings.ts';

/** The whole server as one function from a request to its answer. */
export function createApp(settings: AppSettings): Answer {
  const toApi = answerApi(api, settings);
  const toPages = answerPages(settings);
  const asClientSees = trustedProxies(settings.trustProxy ?? []);
  const attended = recordRequest(async (request, requestContext) => {
    try {
      return await (toApi(request, requestContext) ?? toPages(request, requestContext));
    } catch (error) {
      return errorResponse(error, settings.report);
    }
  }, settings);
  const answer: Answer = (request, peer) => attended(request, peer && asClientSees(request, peer));
  return settings.cors ? allowAnyOrigin(answer) : answer;
}

/** All that is no operation of the interface: most programs never ask for any of it, so it is loaded at first use. */
function answerPages(settings: AppSettings) {
  let pages: Promise<Hono> | undefined;
  return async (request: Request, requestContext: RequestContext): Promise<Response> => {
    pages ??= import('./pages.ts').then(({ createPages }) => createPages(settings));
    return (await pages).fetch(request, requestContext);
  };
}
