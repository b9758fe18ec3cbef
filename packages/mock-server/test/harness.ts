import { describe } from 'vitest';
import { createServer, type Seed, type Server, type ServerOptions } from '../src/index.ts';
import { OutageError } from '../src/observe/log/outage-log.ts';
import { isOutage } from '../src/store/engine/errors.ts';
import { adminOf } from './admin-client.ts';
import { boatShop, TOKENS } from './boat-shop.ts';

/** The ways to reach a server: as a function and over a port. */
export type Road = 'in-process' | 'over a socket';

/** Set by the configuration of the tests on PostgreSQL, which reach every server over a port. */
const isOnPostgres = process.env.TRICKLE_ON_POSTGRES === '1';

/** The ways to reach a server in tests about HTTP. */
export const roads: readonly Road[] = isOnPostgres ? ['over a socket'] : ['in-process', 'over a socket'];

export interface Start extends Omit<ServerOptions, 'clock' | 'seed'> {
  readonly seed?: Seed;
  /** The time of the frozen clock. */
  readonly now?: string;
  readonly road?: Road;
}

type Define = (start: (options?: Start) => Promise<TestServer>) => void;

/** Scenarios that run in the process here, and over a port on PostgreSQL. Each test starts its own servers. */
export function scenarios(title: string, define: Define): void {
  const [road] = roads;
  describe(title, () => define((options) => startServer({ ...(road && { road }), ...options })));
}

/** Scenarios about HTTP, which run in both ways on SQLite too. */
export function scenariosOverHttp(title: string, define: Define): void {
  describe.each(roads)(`${title}, %s`, (road) => define((options) => startServer({ road, ...options })));
}

/** Starts a server with a shop's data and a frozen clock. */
export async function startServer({ road = 'in-process', now, ...options }: Start = {}): Promise<TestServer> {
  const clock = new HandClock(now);
  const errors: unknown[] = [];
  const server = await createServer({
    seed: boatShop(),
    limits: false,
    onError: (error) => errors.push(error),
    ...options,
    clock,
  });
  const url = road === 'in-process' ? 'http://trickle.localhost' : await server.listen();
  const fetcher = road === 'in-process' ? (request: Request) => server.fetch(request) : fetch;
  return new TestServer(server, { url, fetcher, clock, errors });
}

/** A clock that a test sets. */
export class HandClock {
  #now: number;

  constructor(now = '2026-03-06T12:00:00Z') {
    this.#now = Date.parse(now);
  }

  now(): number {
    return this.#now;
  }

  set(now: string): void {
    this.#now = Date.parse(now);
  }
}

/** The parts of a request besides its path. */
export interface Extras {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A value to send as JSON, or a string to send unchanged. */
  readonly body?: unknown;
}

/** The server's members that `TestServer` offers itself. */
type Reached = Omit<Server, 'fetch' | 'url' | 'close' | typeof Symbol.asyncDispose>;

/** Adopts the members of a server. */
const ServerMembers = class {
  constructor({ fetch: _, url: ownUrl, close, ...reached }: Server) {
    Object.assign(this, reached);
  }
} as unknown as new (
  server: Server,
) => Reached; // the constructor assigns all of them

interface Setup {
  readonly url: string;
  readonly fetcher: (request: Request) => Promise<Response>;
  readonly clock: HandClock;
  readonly errors: unknown[];
}

/**
 * A running server with all of its members, and requests with the owner's token. Disposal fails if the server
 * reported an error.
 */
export class TestServer extends ServerMembers implements AsyncDisposable {
  readonly server: Server;
  readonly url: string;
  readonly clock: HandClock;
  /** Internal errors of the server. A test that expects errors removes them. */
  readonly errors: unknown[];
  /** Whether the test takes the database away, which the server reports, maybe as late as when it closes. */
  expectsOutages = false;
  readonly admin = adminOf(this);
  readonly #fetch: (request: Request) => Promise<Response>;

  constructor(server: Server, { url, fetcher, clock, errors }: Setup) {
    super(server);
    this.server = server;
    this.url = url;
    this.clock = clock;
    this.errors = errors;
    this.#fetch = fetcher;
  }

  /** A path without a leading slash belongs to account 9999999 in v2. */
  async send(method: string, path: string, extras: Extras = {}): Promise<Answer> {
    const { token = TOKENS.owner, headers, body } = extras;
    const target = this.url + (path.startsWith('/') ? path : `/v2/9999999/${path}`);
    const request = new Request(target, {
      method,
      headers: { authorization: basic(token), 'content-type': 'application/vnd.api+json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return answerOf(await this.#fetch(request));
  }

  fetch(request: Request): Promise<Response> {
    return this.#fetch(request);
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  post(path: string, body: unknown): Promise<Answer> {
    return this.send('POST', path, { body });
  }

  delete(path: string): Promise<Answer> {
    return this.send('DELETE', path);
  }

  /** Creates or updates a subscriber. Returns any response. */
  upsert(record: Readonly<Record<string, unknown>>): Promise<Answer> {
    return this.post('subscribers', { subscribers: [record] });
  }

  /** Creates or updates a subscriber. Returns the subscriber. */
  async save(record: Readonly<Record<string, unknown>>): Promise<SubscriberBody> {
    return onlySubscriber(await this.upsert(record));
  }

  /** Finds a subscriber by id, email address or visitor uuid. */
  async subscriber(key: string): Promise<SubscriberBody> {
    return onlySubscriber(await this.get(`subscribers/${encodeURIComponent(key)}`));
  }

  /** The readable data of account 9999999. */
  async state(): Promise<string> {
    const parts = [
      'subscribers?status=all&per_page=1000',
      'tags',
      'custom_field_identifiers',
      'event_actions',
    ];
    const answers = [];
    for (const part of parts) answers.push((await this.get(part)).text);
    return answers.join('\n');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.close();
    const isExpected = (error: unknown) =>
      this.expectsOutages && (error instanceof OutageError || isOutage(error));
    const failures = this.errors.filter((error) => !isExpected(error));
    if (failures.length > 0) throw new AggregateError(failures, 'the server failed');
  }
}

/** The header of Basic authentication with an empty password. */
export const basic = (token: string): string => `Basic ${btoa(`${token}:`)}`;

/** A response with its body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON; an empty object if there is none. */
  readonly body: Body;
}

export interface Body {
  readonly links?: Readonly<Record<string, string>>;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly { code: string; attribute?: string; message?: string }[];
  readonly subscribers?: readonly SubscriberBody[];
  readonly tags?: readonly string[];
  readonly event_actions?: readonly string[];
  readonly custom_field_identifiers?: readonly string[];
  readonly accounts?: readonly Readonly<Record<string, unknown>>[];
  readonly users?: readonly Readonly<Record<string, unknown>>[];
  readonly purchases?: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[];
  readonly request_id?: string;
  readonly request_ids?: readonly string[];
  readonly results?: readonly {
    id: string;
    success: boolean;
    visitor_uuid: string;
    anonymous: boolean;
    error?: string;
  }[];
}

export interface SubscriberBody {
  readonly id: string;
  readonly email: string;
  readonly status: string;
  readonly tags: readonly string[];
  readonly custom_fields: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} };
}

function onlySubscriber({ status, text, body }: Answer): SubscriberBody {
  const [subscriber, ...more] = body.subscribers ?? [];
  if (status !== 200 || !subscriber || more.length)
    throw new Error(`expected one subscriber, got ${status} ${text}`);
  return subscriber;
}

/** The issues of a response, sorted by attribute. */
export const issuesIn = ({ body }: Answer): string[] =>
  (body.errors ?? []).map(({ code, attribute }) => `${attribute}: ${code}`).sort();

/** The id of the background request that a response announces. */
export const requestIdOf = ({ headers }: Answer): string => headers.get('location')?.split('/').at(-1) ?? '';

/** The outcome of each record of a background request: state, and attribute and code of each error. */
export const outcomesOf = async (server: TestServer, requestId: string): Promise<string[]> =>
  (await server.outcomes({ requestId })).map(
    ({ state, errors }) =>
      `${state}${errors.map(({ code, attribute }) => ` ${attribute}: ${code}`).join('')}`,
  );
