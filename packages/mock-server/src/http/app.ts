import type { Hono } from 'hono';
import type { AdminSettings } from '../admin/answer.ts';
import { api } from '../api/index.ts';
import { type Answer, type AttendSettings, attend, type Surroundings } from './attend.ts';
import { allowAnyOrigin } from './cors.ts';
import { answerTo } from './refusals.ts';
import { answerApi } from './routes.ts';
import type { ServeSettings } from './serve.ts';
import { trustedProxies } from './trusted-proxies.ts';

export interface AppSettings extends ServeSettings, AttendSettings {
  /** Whether pages of any origin may call the server. */
  readonly cors: boolean;
  /** The proxies that are believed. */
  readonly trustProxy: readonly string[] | undefined;
  readonly admin: Pick<AdminSettings, 'server' | 'password'>;
}

/** The whole server as one function from a request to its answer. */
export function createApp(settings: AppSettings): Answer {
  const toApi = answerApi(api, settings);
  const toPages = answerPages(settings);
  const asClientSees = trustedProxies(settings.trustProxy ?? []);
  const attended = attend(async (request, surroundings) => {
    try {
      return await (toApi(request, surroundings) ?? toPages(request, surroundings));
    } catch (error) {
      return answerTo(error, settings.report);
    }
  }, settings);
  const answer: Answer = (request, peer) => attended(request, peer && asClientSees(request, peer));
  return settings.cors ? allowAnyOrigin(answer) : answer;
}

/** All that is no operation of the interface: most programs never ask for any of it, so it is loaded at first use. */
function answerPages(settings: AppSettings) {
  let pages: Promise<Hono> | undefined;
  return async (request: Request, surroundings: Surroundings): Promise<Response> => {
    pages ??= import('./pages.ts').then(({ createPages }) => createPages(settings));
    return (await pages).fetch(request, surroundings);
  };
}
