import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';

/** A content server that records its requests. */
export class Endpoint implements AsyncDisposable {
  readonly #server: HttpServer;
  readonly asked: string[] = [];
  url = '';

  private constructor(listener: RequestListener) {
    this.#server = createHttpServer((request, response) => {
      this.asked.push(`${request.method} ${decodeURIComponent(request.url ?? '')}`);
      listener(request, response);
    });
  }

  static async open(listener: RequestListener): Promise<Endpoint> {
    const endpoint = new Endpoint(listener);
    await new Promise<void>((resolve) => void endpoint.#server.listen(0, '127.0.0.1', resolve));
    endpoint.url = `http://127.0.0.1:${(endpoint.#server.address() as AddressInfo).port}`;
    return endpoint;
  }

  /** Returns these responses in turn, and repeats the last one. */
  static answering(...answers: { status?: number; body?: string; headers?: Record<string, string> }[]) {
    let next = 0;
    return Endpoint.open((_, response) => {
      const { status = 200, body = '{}', headers } = answers[Math.min(next++, answers.length - 1)] ?? {};
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }
}

export const ANN = {
  id: 'ann',
  email: 'ann@acme.test',
  first_name: 'Ann',
  custom_fields: { shoe_size: '39' },
  tags: ['vip'],
};

export interface Choice {
  readonly path?: string;
  readonly html?: string;
  readonly isEnabled?: boolean;
  readonly status?: 'active' | 'draft';
  readonly account?: object;
}

/** An account whose campaign has the content `shoes` in the first of two emails. */
export function seed(
  url: string,
  { path = '', html, isEnabled = true, status = 'active', account = {} }: Choice = {},
) {
  const html_body = html ?? '<p>{{ my.shoes.offer | default: "nothing" }}</p>';
  return mailingAccount({
    subscribers: [ANN],
    dynamic_content: {
      is_enabled: isEnabled,
      endpoints: [
        {
          shortcode: 'shoes',
          base_url: `${url}${path}`,
          subscriber: ['shoe_size', 'color', 'email'],
          event: ['value'],
        },
      ],
    },
    campaigns: [
      {
        id: '1',
        name: 'Tides',
        status,
        emails: [
          { id: 'e1', subject: 'Shoes', html_body },
          { id: 'e2', subject: 'Later', html_body: '<p>Later</p>' },
        ],
        subscribers: [{ email: ANN.email }],
      },
    ],
    ...account,
  });
}

/** When each email was sent. */
export const sent = async ({ server }: TestServer) =>
  (await server.outbox()).map(({ subject, sentAt }) => `${subject} ${sentAt}`);

export const firstText = async ({ server }: TestServer) => (await server.outbox())[0]?.text.split('\n')[0];

export const OFFER = '{"offer":"Boots"}';
