/*
 * A service that allows a number of requests per window, exactly, and counts what it accepts and rejects. A child
 * process: a message starts a new count, whose first window began `age` milliseconds ago.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A new count. */
export interface Window {
  readonly limit: number;
  readonly length: number;
  readonly age: number;
}

/** What the service has counted. */
export interface Counted {
  readonly accepted: number;
  readonly rejected: number;
  /** Accepted requests in each window. */
  readonly perWindow: readonly number[];
}

let window: Window = { limit: 0, length: 1, age: 0 };
let began = 0;
let rejected = 0;
let perWindow: number[] = [0];

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const isAllowed = count();
    const headers = {
      'content-type': 'application/json',
      'x-ratelimit-limit': String(window.limit),
      'x-ratelimit-remaining': String(window.limit - (perWindow.at(-1) ?? 0)),
    };
    if (isAllowed) response.writeHead(200, headers).end('{"tags":["vip"]}');
    else
      response.writeHead(429, headers).end('{"message":"Rate limit exceeded.","documentation":"https://x"}');
  });
});

/** Counts a request. Returns whether the current window allows it. */
function count(): boolean {
  const current = Math.floor((performance.now() - began) / window.length);
  while (perWindow.length <= current) perWindow.push(0);
  const used = perWindow.at(-1) ?? 0;
  if (used >= window.limit) {
    rejected += 1;
    return false;
  }
  perWindow[perWindow.length - 1] = used + 1;
  return true;
}

process.on('message', (message: Window | 'counts') => {
  if (message === 'counts') {
    const accepted = perWindow.reduce((sum, one) => sum + one, 0);
    process.send?.({ accepted, rejected, perWindow } satisfies Counted);
    return;
  }
  window = message;
  began = performance.now() - window.age;
  rejected = 0;
  perWindow = [0];
  process.send?.('ready');
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', 10_000, () => process.send?.((server.address() as AddressInfo).port));
