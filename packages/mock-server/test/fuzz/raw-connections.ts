import { connect } from 'node:net';
import type { Dice } from './dice.ts';
import { nastyText } from './nasty-values.ts';

const HEAD = (extra: string, line = 'GET /v2/user HTTP/1.1') =>
  `${line}\r\nHost: 127.0.0.1\r\nAuthorization: Basic ${btoa('trickle_demo_token:')}\r\n${extra}\r\n`;

/** Byte sequences that no HTTP library sends. */
const ATTACKS: readonly ((dice: Dice) => string)[] = [
  (dice) => `${nastyText(dice)}\r\n\r\n`,
  () => HEAD('Host: evil.test\r\n'),
  () => HEAD('Content-Length: 5\r\nContent-Length: 6\r\n', 'POST /v2/9999999/events HTTP/1.1'),
  () => `${HEAD('Transfer-Encoding: chunked\r\n', 'POST /v2/9999999/events HTTP/1.1')}ffffffffffffffff\r\n{`,
  () =>
    `${HEAD('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', 'POST /v2/9999999/events HTTP/1.1')}0\r\n\r\n`,
  () => `${HEAD('Content-Length: 1000\r\n', 'POST /v2/9999999/events HTTP/1.1')}{"events":[`,
  () => HEAD(`X: ${'y'.repeat(100_000)}\r\n`),
  () => HEAD('Expect: 100-continue\r\n', 'POST /v2/9999999/events HTTP/1.1'),
  (dice) => HEAD('', `${dice.pick(['TRACE', 'PROPFIND', 'QUERY'])} /forms/301/submissions HTTP/1.1`),
  () => HEAD('Upgrade: websocket\r\nConnection: Upgrade\r\n'),
  () => HEAD('').repeat(50),
  (dice) =>
    HEAD(
      '',
      `GET /${nastyText(dice)
        .replaceAll(/[\r\n]/g, '')
        .slice(0, 500)} HTTP/1.1`,
    ),
  () => 'GET http://evil.test/v2/user HTTP/1.1\r\n\r\n',
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
];

/** Sends unusual bytes over a raw socket. Resolves to the response statuses once the connection ends. */
export async function sendRaw(dice: Dice, port: number): Promise<number[]> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text;
  });
  socket.on('error', () => {}); // the server may close the connection
  socket.end(dice.pick(ATTACKS)(dice), 'latin1');
  await new Promise((resolve) => socket.once('close', resolve));
  return Array.from(answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm), ([, status]) => Number(status));
}
