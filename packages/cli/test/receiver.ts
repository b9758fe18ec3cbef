import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onPort } from './command.ts';

export interface Received {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** A webhook receiver on its own port. */
export async function receiver(
  answer: (response: ServerResponse, count: number) => void = (one) => void one.end(),
) {
  const received: Received[] = [];
  let wake = () => {};
  const url = await onPort((request, response) => {
    void text(request).then((body) => {
      received.push({ body, headers: request.headers });
      answer(response, received.length);
      wake();
    });
  });
  /** Waits until this many webhooks have arrived. */
  const until = async (count: number) => {
    while (received.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return received;
  };
  return { url: `${url}/hooks`, received, until };
}
