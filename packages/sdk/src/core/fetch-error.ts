import { type RequestSummary, TrickleError, title } from './errors.ts';

/**
 * Thrown if the `fetch` of the client, or a replaced global one, does not behave like `fetch`: it does not accept the
 * runtime's `Request`, or does not return a `Response`. The network is not the problem, so nothing is retried. `cause`
 * is its error, if it threw one.
 */
export class FetchError extends TrickleError {
  override readonly name = 'FetchError';
  declare readonly request: RequestSummary;

  constructor(request: RequestSummary, problem: string, options?: ErrorOptions) {
    const advice = "Pass a function that takes the runtime's `Request` and returns a `Response`.";
    super(`${title(request)} failed because \`fetch\` ${problem}. ${advice}`, options);
    this.request = request;
  }
}
