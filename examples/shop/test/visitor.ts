import type { Hono } from 'hono';
import type { ShownCall } from '../session.ts';

const ORIGIN = 'http://localhost:4200';

/** A browser without scripts that visits the shop and keeps its cookies. */
export class Visitor {
  readonly #shop: Pick<Hono, 'request'>;
  readonly cookies = new Map<string, string>();

  constructor(shop: Pick<Hono, 'request'>) {
    this.#shop = shop;
  }

  /** Opens a page of the shop. */
  async open(path = '/'): Promise<{ status: number; text: string }> {
    const response = await this.send(path);
    return { status: response.status, text: await response.text() };
  }

  /** Sends a form to the backend and opens the page that it leads to. */
  async submit(action: string, fields: Readonly<Record<string, string>> = {}): Promise<string> {
    const body = new URLSearchParams(fields);
    const response = await this.send(`/api/${action}`, { method: 'POST', body, headers: { origin: ORIGIN } });
    if (response.status !== 303) throw new Error(`${action} answered ${response.status}`);
    return (await this.open(response.headers.get('location') ?? '')).text;
  }

  add(product: string): Promise<string> {
    return this.submit('cart', { product, change: '1' });
  }

  signIn(email: string): Promise<string> {
    return this.submit('sign-in', { email, first_name: 'Jo' });
  }

  /** Checks out the cart. Returns the page and the form, so that the form can be sent again. */
  async checkOut(email: string) {
    const { text } = await this.open('/checkout');
    const order = /name="order" value="(\d+)"/.exec(text)?.[1] ?? '';
    const fields = { order, email, first_name: 'Jo', last_name: 'Doe' };
    return { fields, page: await this.submit('checkout', fields) };
  }

  /** The backend's calls, as the drawer gets them. */
  async calls(): Promise<ShownCall[]> {
    const { text } = await this.open();
    return JSON.parse(/id="page">(.*?)<\/script>/s.exec(text)?.[1] ?? '').calls;
  }

  async send(path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
    const cookie = Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.#shop.request(ORIGIN + path, { ...init, headers: { cookie, ...headers } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.cookies.set(name, value);
    }
    return response;
  }
}
