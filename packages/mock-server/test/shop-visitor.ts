import type { TestServer } from './harness.ts';

/** A call of the shop's backend, as the drawer gets it. */
export interface DrawerCall {
  readonly method: string;
  readonly code: string;
  readonly isOk: boolean;
  readonly answer: unknown;
  readonly requestIds: readonly string[];
  readonly subscriberId?: string;
}

/** A browser without scripts that visits the demo shop and keeps its cookies. */
export class ShopVisitor {
  readonly #server: TestServer;
  readonly #cookies = new Map<string, string>();

  constructor(server: TestServer) {
    this.#server = server;
  }

  /** Opens a page of the shop. */
  async open(path = ''): Promise<{ status: number; text: string }> {
    const response = await this.#send(path, {});
    return { status: response.status, text: await response.text() };
  }

  /** Sends a form to the backend and opens the page that it leads to. */
  async submit(action: string, fields: Readonly<Record<string, string>>): Promise<string> {
    const response = await this.#send(`/api/${action}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    if (response.status !== 303) throw new Error(`${action} answered ${response.status}`);
    const location = new URL(response.headers.get('location') ?? '', this.#server.url);
    return (await this.open(location.pathname.replace(/^\/demo/, ''))).text;
  }

  add(product: string): Promise<string> {
    return this.submit('cart', { product, change: '1' });
  }

  signIn(email: string): Promise<string> {
    return this.submit('sign-in', { email, first_name: 'Jo' });
  }

  /** The value of a hidden field of a page. */
  async fieldOf(path: string, name: string): Promise<string> {
    return new RegExp(`name="${name}" value="([^"]*)"`).exec((await this.open(path)).text)?.[1] ?? '';
  }

  /** The backend's calls for this visitor. */
  async calls(): Promise<DrawerCall[]> {
    const { text } = await this.open();
    return JSON.parse(/id="backend-calls">(.*?)<\/script>/s.exec(text)?.[1] ?? '{}').calls;
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html', ...(cookie !== '' && { cookie }) };
    const url = `${this.#server.url}/demo${path}`;
    const response = await this.#server.fetch(new Request(url, { redirect: 'manual', ...init, headers }));
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }
}
