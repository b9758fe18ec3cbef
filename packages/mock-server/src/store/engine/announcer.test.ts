import { expect, test, vi } from 'vitest';
import { TIME_LIMIT } from '../../../../../scripts/setup/time-limit.ts';
import { Announcer, newsIn } from './announcer.ts';

/** An announcer, and what it has sent. */
function start() {
  const sent: string[] = [];
  const announcer = new Announcer(async (text) => void sent.push(text));
  return { announcer, sent };
}

test('the first change is announced at once, and those of the next moment together', async () => {
  const { announcer, sent } = start();
  announcer.add('1', ['jobs']);
  expect(sent.map(newsIn)).toEqual([[['1', ['jobs']]]]);
  announcer.add('1', ['jobs']);
  announcer.add('2', ['subscribers', 'jobs']);
  announcer.add('1', ['subscribers']);
  announcer.add(undefined, ['server_revision']);
  await vi.waitUntil(() => sent.length === 2);
  expect(newsIn(sent[1] ?? '')).toEqual([
    ['1', ['jobs', 'subscribers']],
    ['2', ['subscribers', 'jobs']],
    [null, ['server_revision']],
  ]);
  announcer.end();
});

test('tables that change with every request are not announced', () => {
  const { announcer, sent } = start();
  announcer.add('1', ['rate_windows', 'mail_links']);
  expect(sent).toEqual([]);
  announcer.end();
});

test('after its end, nothing is announced', () => {
  const { announcer, sent } = start();
  announcer.end();
  announcer.add('1', ['jobs']);
  expect(sent).toEqual([]);
});

test('more than PostgreSQL can announce at once is announced as a change of everything', () => {
  const { announcer, sent } = start();
  announcer.add(
    '1',
    Array.from({ length: 1000 }, (_, i) => `table_${i}`),
  );
  expect(sent.map(newsIn)).toEqual([[[null, ['*']]]]);
  announcer.end();
});

test.each(['', '{}', '[1]', '[["1"]]', '[["1", [2]]]'])(
  'the announcement %j means a change of everything',
  (text) => {
    expect(newsIn(text)).toEqual([[null, ['*']]]);
  },
);

test('after a failed announcement, a change of everything is announced', async () => {
  const sent: string[] = [];
  let isDown = true;
  const announcer = new Announcer(async (text) => {
    if (isDown) throw new Error('down');
    sent.push(text);
  });
  announcer.add('1', ['jobs']);
  isDown = false;
  await vi.waitUntil(() => sent.length === 1, { timeout: TIME_LIMIT });
  expect(newsIn(sent[0] ?? '')).toEqual([[null, ['*']]]);
  announcer.end();
});
