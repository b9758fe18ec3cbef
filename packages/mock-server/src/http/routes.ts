import { tryDecodeURIComponent } from 'hono/utils/url';
import type { Api, Call } from './handler.ts';
import { type FoundOperation, operationAt } from './known-paths.ts';
import type { Reply } from './output.ts';
import { type ServeSettings, serve } from './pipeline.ts';
import type { RequestContext } from './record-request.ts';

type AnyHandler = (call: Call) => Promise<Reply>;

/** Answers a request to an operation of the interface; undefined when it is to something else. */
export type ApiAnswer = (request: Request, requestContext: RequestContext) => Promise<Response> | undefined;

/** Brings every endpoint of the contract to its handler. A HEAD request is answered as GET is, without the body. */
export function answerApi(api: Api, settings: ServeSettings): ApiAnswer {
  const handlers = handlersOf(api);
  return (request, { address, entry: note }) => {
    const isHead = request.method === 'HEAD';
    const found = operationAt(isHead ? 'GET' : request.method, address.path);
    const handler = found && handlers.get(found.known.operation);
    if (!handler) return undefined;
    const { known, warnings } = found;
    const { endpoint, operation } = known;
    const parameters = parametersOf(found);
    const exchange = { endpoint, operation, handler, request, address, parameters, entry: note, warnings };
    const answer = serve(settings, exchange);
    return isHead ? answer.then((response) => new Response(null, response)) : answer;
  };
}

/** The handlers by the names of their operations, as in `subscribers.upsert`. */
const handlersOf = (api: Api): ReadonlyMap<string, AnyHandler> =>
  new Map(
    Object.entries(api).flatMap(([noun, handlers]) =>
      // `Api` holds a handler for each endpoint of each noun; the loop cannot say so to the compiler.
      Object.entries(handlers as unknown as Record<string, AnyHandler>).map(
        ([method, handler]) => [`${noun}.${method}`, handler] as const,
      ),
    ),
  );

/** The placeholders of a path, decoded. */
function parametersOf({ known, parts }: FoundOperation): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [i, part] of known.parts.entries()) {
    if (part.startsWith('{')) parameters[part.slice(1, -1)] = tryDecodeURIComponent(parts[i] ?? '');
  }
  return parameters;
}
