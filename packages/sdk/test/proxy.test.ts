import { execFile } from 'node:child_process';
import { createServer, request as forward } from 'node:http';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { listening, serving } from './serving.ts';

/** A name that only the proxy knows, so that nothing arrives without it. */
const baseUrl = 'http://service.example.invalid';

const program = `
import { createClient } from '@trickle/sdk';
const client = createClient({ baseUrl: '${baseUrl}', accountId: '9', apiKey: 'key', retries: 0 });
await client.tags.apply({ email: 'a@x.io', tag: 'vip' });
console.log(JSON.stringify(await client.tags.list()));
`;

/** A proxy that sends everything to one server: tunnels, and requests for whole URLs. */
async function proxying(target: string) {
  const port = Number(new URL(target).port);
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    const { pathname, host } = new URL(request.url ?? '');
    asked.push(host);
    const { method = 'GET', headers } = request;
    request.pipe(
      forward({ port, host: '127.0.0.1', method, headers, path: pathname }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  proxy.on('connect', ({ url = '' }, socket, head) => {
    asked.push(url.replace(/:80$/, ''));
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    for (const side of [upstream, socket]) side.on('error', () => upstream.destroy());
  });
  return { asked, url: await listening(proxy) };
}

test('with NODE_USE_ENV_PROXY the SDK sends through the proxy of the environment, as the guide says', async () => {
  const seen: string[] = [];
  const service = await serving((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    request.resume();
    if (request.method === 'POST') response.writeHead(204).end();
    else response.end('{"tags":["vip"]}');
  });
  const { asked, url } = await proxying(service);
  const run = ['--conditions=trickle-source', '--no-warnings', '--input-type=module', '-e', program];
  const env = { ...process.env, HTTP_PROXY: url, NODE_USE_ENV_PROXY: '1', NO_PROXY: '' };
  const output = await promisify(execFile)(process.execPath, run, { cwd: import.meta.dirname, env });
  expect(output).toEqual({ stdout: '["vip"]\n', stderr: '' });
  expect(seen).toEqual(['POST /v2/9/tags Basic a2V5Og==', 'GET /v2/9/tags Basic a2V5Og==']);
  expect(new Set(asked)).toEqual(new Set(['service.example.invalid']));
});
