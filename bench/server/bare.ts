// The floor of the comparison: `node bare.ts <port> <file>` answers GET and POST requests with the responses in the file,
// byte for byte. All that it does besides is to read and parse the body of a POST request.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Replays } from './contestants.ts';

const [, , port, file = ''] = process.argv;
const replays: Replays = JSON.parse(readFileSync(file, 'utf8'));

createServer((request, response) => {
  if (request.method === 'GET') {
    const { status, headers, body } = replays.GET;
    response.writeHead(status, headers).end(body);
    return;
  }
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    text += chunk;
  });
  request.on('end', () => {
    const { status, headers, body } = replays.POST;
    const { subscribers } = JSON.parse(text) as { subscribers: readonly unknown[] };
    response.writeHead(subscribers.length === 1 ? status : 422, headers).end(body);
  });
}).listen(Number(port), '127.0.0.1');
