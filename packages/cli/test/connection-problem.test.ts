import { expect, test } from 'vitest';
import { connectionProblem } from '../src/terminal/connection-problem.ts';
import { errorText } from '../src/terminal/describe-error.ts';

const refused = (address: string) =>
  Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' });
const several = new AggregateError([refused('::1:4100'), refused('127.0.0.1:4100')]);

test.each([
  ['itself', several],
  ['the cause of another', new TypeError('fetch failed', { cause: several })],
  ['the first cause of another', new AggregateError([new Error('', { cause: several })])],
])('an error with several causes that is %s shows the first', (_, error) => {
  expect(connectionProblem('http://localhost:4100/x', error)).toContain(
    'Connection refused at http://localhost:4100',
  );
});

test('the first cause is shown for errors from outside the SDK', () => {
  expect(errorText(several)).toBe('connect ECONNREFUSED ::1:4100');
});

test.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'])(
  '%s without NODE_USE_ENV_PROXY is named, except for a server on this machine',
  (name) => {
    const advice = `${name} is set, but Node.js uses it only with NODE_USE_ENV_PROXY=1`;
    const error = refused('203.0.113.1:443');
    const env = { [name]: 'http://proxy.example.com:3128' };
    expect(connectionProblem('https://api.example.com/', error, env)).toContain(advice);
    const told = [
      connectionProblem('https://api.example.com/', error, {}),
      connectionProblem('https://api.example.com/', error, { [name]: '' }),
      connectionProblem('https://api.example.com/', error, { ...env, NODE_USE_ENV_PROXY: '1' }),
      connectionProblem('http://localhost:4100/', error, env),
    ];
    expect(told.filter((text) => text.includes('NODE_USE_ENV_PROXY'))).toEqual([]);
  },
);
