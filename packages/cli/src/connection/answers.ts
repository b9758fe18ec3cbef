import { type Fetch, ResponseFormatError } from '@trickle/sdk';
import { parseJson } from '@trickle/sdk/contract';
import { isObject, isTooDeep, tryParseJson } from '../parse-json.ts';

/** Thrown if the response to a read does not have the shape that the interface describes. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
}

/** Reads the raw bodies of responses, since the client only accepts those that follow the interface. Calls must not overlap. */
export class Answers {
  readonly #send: Fetch;
  #page = 1;
  #last = new Response();

  constructor(send: Fetch = fetch) {
    this.#send = send;
  }

  /** For the client. */
  readonly fetch: Fetch = async (request) => {
    const url = new URL(request.url);
    // Some services page lists that the interface returns whole, and the client cannot request those pages.
    if (this.#page > 1) url.searchParams.set('page', String(this.#page));
    const response = await this.#send(new Request(url, request));
    this.#last = response.clone();
    return response;
  };

  /**
   * Makes a call, and returns the body of its response.
   *
   * @throws what the call throws, unless the response is an object of JSON.
   */
  async bodyOf(call: () => PromiseLike<unknown>, page = 1): Promise<Readonly<Record<string, unknown>>> {
    this.#page = page;
    let unexpected: unknown;
    try {
      await call();
    } catch (error) {
      if (!(error instanceof ResponseFormatError)) throw error;
      unexpected = error;
    }
    const body = tryParseJson(await this.#last.text(), parseJson);
    if (!isObject(body)) throw unexpected;
    if (isTooDeep(body)) throw new ShapeError('the response is nested too deeply');
    return body;
  }
}
