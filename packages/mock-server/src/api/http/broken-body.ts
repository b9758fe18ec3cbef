import { pause } from '../../shared/platform/timers.ts';
import type { Peer } from './peer.ts';

/** Interval between chunks of a slow body, in real milliseconds. */
const STEP = 50;

/** Cuts a response body off after a part of it, as a broken connection does. */
export async function cutOff(response: Response, share: number, peer: Peer | undefined): Promise<Response> {
  const body = new Uint8Array(await response.arrayBuffer());
  const start = body.subarray(0, Math.floor(body.byteLength * share));
  let isSent = start.byteLength === 0;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (isSent) {
      if (peer) peer.drop(start.byteLength);
      else controller.error(new TypeError('terminated', { cause: new Error('other side closed') }));
      return;
    }
    isSent = true;
    controller.enqueue(start);
  };
  // Asked for more only by somebody who has written what came before.
  const broken = new ReadableStream({ pull }, { highWaterMark: 0 });
  const headers = new Headers(response.headers);
  headers.set('content-length', String(body.byteLength));
  return new Response(broken, { status: response.status, headers });
}

/** Limits a response body to a number of bytes per second. */
export function paced(response: Response, bytesPerSecond: number, signal: AbortSignal): Response {
  if (response.body === null) return response;
  const perStep = Math.max(1, Math.floor((bytesPerSecond * STEP) / 1000));
  const wait = Math.max(STEP, 1000 / bytesPerSecond);
  const slow = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        for (let at = 0; at < chunk.byteLength; at += perStep) {
          await pause(wait, signal);
          controller.enqueue(chunk.subarray(at, at + perStep));
        }
      },
    }),
  );
  return new Response(slow, { status: response.status, headers: response.headers });
}
