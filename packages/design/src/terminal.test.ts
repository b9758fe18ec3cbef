import { describe, expect, test } from 'vitest';
import {
  columns,
  durationText,
  listing,
  methodText,
  PLAIN,
  pageText,
  rendered,
  type Screen,
  screenOf,
  statusText,
} from './terminal.ts';

const COLORED: Screen = { hasColors: true, hasLinks: false };
const TERMINAL = { isTTY: true };

describe('a screen', () => {
  test.each([
    [{}, TERMINAL, true],
    [{}, {}, false],
    [{ NO_COLOR: '1' }, TERMINAL, false],
    [{ FORCE_COLOR: '1' }, {}, true],
    [{ FORCE_COLOR: '0' }, TERMINAL, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, TERMINAL, false],
    [{ TERM: 'dumb' }, TERMINAL, false],
  ])('with %j and the stream %j has colors: %s', (env, stream, hasColors) => {
    expect(screenOf(env, stream)).toMatchObject({ hasColors });
  });

  test.each([
    [{}, TERMINAL, false],
    [{ TERM_PROGRAM: 'vscode' }, TERMINAL, true],
    [{ TERM_PROGRAM: 'vscode' }, {}, false],
    [{ TERM_PROGRAM: 'vscode', TMUX: '/tmp/tmux' }, TERMINAL, false],
    [{ TERM_PROGRAM: 'Apple_Terminal' }, TERMINAL, false],
    [{ TERM: 'xterm-kitty' }, TERMINAL, true],
    [{ VTE_VERSION: '7600' }, TERMINAL, true],
    [{ VTE_VERSION: '5000' }, TERMINAL, false], // crashes
    [{ WT_SESSION: 'x' }, TERMINAL, true],
    [{ FORCE_HYPERLINK: '1' }, {}, true],
    [{ FORCE_HYPERLINK: '0', TERM_PROGRAM: 'vscode' }, TERMINAL, false],
  ])('with %j and the stream %j has links: %s', (env, stream, hasLinks) => {
    expect(screenOf(env, stream)).toMatchObject({ hasLinks });
  });
});

test('columns stand below each other, with and without colors', () => {
  const line = (method: string, status: number | undefined, milliseconds: number) =>
    columns([methodText(method), statusText(status, 'dropped'), durationText(milliseconds), '/v2/user']);
  const lines = [line('GET', 200, 4.2), line('DELETE', undefined, 10_412)];
  expect(lines.map((text) => rendered(text, PLAIN))).toEqual([
    'GET     200          4 ms  /v2/user',
    'DELETE  dropped  10412 ms  /v2/user',
  ]);
  expect(rendered(line('POST', 404, 1), COLORED)).toBe(
    '\u001B[32mPOST  \u001B[39m  \u001B[33m404    \u001B[39m  \u001B[2m    1 ms\u001B[22m  /v2/user',
  );
});

test('each method has a color of its own', () => {
  const colors = ['GET', 'POST', 'PUT', 'DELETE'].map(
    (method) => rendered(methodText(method), COLORED).split(method)[0],
  );
  expect(new Set(colors).size).toBe(4);
});

test('the way to a page is a link where links are shown, and otherwise its path', () => {
  const page = pageText('http://127.0.0.1:4100/_inspector/requests/a%1B?account=1');
  expect(rendered(page, PLAIN)).toBe('/_inspector/requests/a%1B?account=1');
  expect(rendered(page, { hasColors: false, hasLinks: true })).toBe(
    '\u001B]8;;http://127.0.0.1:4100/_inspector/requests/a%1B?account=1\u001B\\inspector\u001B]8;;\u001B\\',
  );
});

test('names and values are columns on a screen, and "name: value" elsewhere', () => {
  const rows = [
    ['API', 'http://x'],
    ['Account 1', ''],
  ] as const;
  expect(rendered(listing(rows, PLAIN), PLAIN)).toBe('API: http://x\nAccount 1\n');
  expect(rendered(listing(rows, COLORED), COLORED)).toBe(
    '\u001B[2m  API        \u001B[22mhttp://x\n\u001B[2m  Account 1  \u001B[22m\n',
  );
});
