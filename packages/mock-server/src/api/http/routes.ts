import { tryDecodeURIComponent } from 'hono/utils/url';
import { slashAfterDeletion } from './errors.ts';
import type { Api, Call } from './handler.ts';
import { type FoundOperation, mayBeRemainder, operationAt } from './known-paths.ts';
import type { Reply } from './output.ts';
import { type ServeSettings, serve } from './pipeline.ts';
import type { RequestContext } from './record-request.ts';

type AnyHandler = (call: Call) => Promise<Reply>;

/** Handles a request to an API operation. Undefined for other requests. */
export type ApiAnswer = (request: Request, requestContext: RequestContext) => Promise<Response> | undefined;

/** Routes requests to the handlers of the contract's endpoints. HEAD is handled as GET without the body. */
export function answerApi(api: Api, settings: ServeSettings): ApiAnswer {
  const handlers = handlersOf(api);
  return (request, { address, entry, peer }) => {
    const isHead = request.method === 'HEAD';
    const found = operationAt(isHead ? 'GET' : request.method, address.path);
    const handler = found && handlers.get(found.known.operation);
    if (!handler) return undefined;
    if (mayBeRemainder(found, address.path)) throw slashAfterDeletion(address.path);
    const { known, warnings } = found;
    const { endpoint, operation } = known;
    const parameters = parametersOf(found);
    const exchange = { endpoint, operation, handler, request, address, peer, parameters, entry, warnings };
    const answer = serve(settings, exchange);
    return isHead ? answer.then((response) => new Response(null, response)) : answer;
  };
}

/** Handlers by operation name, as in `subscribers.upsert`. */
const handlersOf = (api: Api): ReadonlyMap<string, AnyHandler> =>
  new Map(
    Object.entries(api).flatMap(([noun, handlers]) =>
      // `Api` guarantees a handler per endpoint, which a loop cannot express in types.
      Object.entries(handlers as unknown as Record<string, AnyHandler>).map(
        ([method, handler]) => [`${noun}.${method}`, handler] as const,
      ),
    ),
  );

/** Decodes the path parameters. */
function parametersOf({ known, parts }: FoundOperation): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [i, part] of known.parts.entries()) {
    if (part.startsWith('{')) parameters[part.slice(1, -1)] = tryDecodeURIComponent(parts[i] ?? '');
  }
  return parameters;
}
